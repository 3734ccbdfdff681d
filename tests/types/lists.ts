// What a reader of lists writes: it compiles under every strict option, against the declarations as published.

import { createCanvass } from "@canvass/sdk";

const canvass = createCanvass();

export async function titles(): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const survey of canvass.surveys.list({ per_page: 10 })) {
    found.push(survey.title);
  }
  return found;
}

export async function region(): Promise<string> {
  const session = await canvass.session();
  return session.signed_in ? session.region : "nobody";
}

export async function cells(): Promise<readonly string[]> {
  const filters = { status: ["completed"], start_created_at: "2026-01-01T00:00:00" } as const;
  const table = await canvass.exportResponses({ survey_id: "1", format: "rows", filters });
  const wanted = table.columns.find(({ content }) => content === "other");
  const found: string[] = [];
  for await (const row of table) found.push(row.id, row.total_time ?? "", row[wanted?.key ?? ""] ?? "");
  return found;
}

export async function saved(handle: FileSystemFileHandle): Promise<number> {
  const asked = { survey_id: "1", format: "csv" } as const;
  const { rows } = await canvass.exportResponses({ ...asked, to: handle });
  const { rows: picked, columns } = await canvass.exportResponses({ ...asked, to: "file", name: "mine.csv" });
  const { blob } = await canvass.exportResponses({ ...asked, exact: true });
  return rows + picked + columns.length + blob.size;
}

// @ts-expect-error: an export sorts for itself
void canvass.exportResponses({ survey_id: "1", format: "csv", filters: { sort_order: "DESC" } });
// @ts-expect-error: rows go nowhere
void canvass.exportResponses({ survey_id: "1", format: "rows", to: "file" });

// @ts-expect-error: an argument that the operation does not have is refused
void canvass.surveys.list({ per_pages: 10 });
