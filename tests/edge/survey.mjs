// A survey as a service tells it, for tests whose service is a function.

/** An answer. */
export const json = (body, status = 200, headers = {}) => new Response(JSON.stringify(body), { status, headers });

/** A survey without questions. */
export const design = {
  id: "7", title: "T", nickname: "", href: "", language: "en", folder_id: "", category: "", template_id: null,
  question_count: 0, page_count: 0, response_count: 2, date_created: "2026-01-01T00:00:00", date_modified: "2026-01-01T00:00:00",
  buttons_text: {}, custom_variables: {}, footer: true, preview: "", edit_url: "", collect_url: "", analyze_url: "",
  summary_url: "", is_owner: true, pages: [],
};

/** A response to it. */
export const response = (id) => ({
  id: String(id), href: "", survey_id: "7", collector_id: "3", recipient_id: "", total_time: 1, custom_value: "", edit_url: "",
  analyze_url: "", ip_address: "", custom_variables: {}, logic_path: {}, metadata: {}, response_status: "completed",
  page_path: [], collection_mode: "default", date_created: "", date_modified: "", pages: [],
});
