// What every program does that uses the package: it lists surveys, and makes a table of one.

export async function report(canvass) {
  const { data, total } = await canvass.surveys.list({ per_page: 50 });
  const [{ id }] = data.filter(({ title }) => /satisfaction/i.test(title)).concat(data);
  const { blob, rows, columns } = await canvass.exportResponses({ survey_id: id, format: "csv" });
  return { surveys: total, survey: id, rows, columns: columns.length, bytes: blob.size };
}
