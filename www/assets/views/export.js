// The export of a survey's responses: format, progress, cancel, save, first rows.

import { announce, el, fill } from "../elements.js";
import { count, counted, fileName, size } from "../format.js";
import { isAbort, isSignedOut, notice, pauseText } from "../words.js";
import { firstRows, preview } from "./preview.js";

const FORMATS = {
  csv: ["CSV", "For spreadsheets", "csv"],
  jsonl: ["JSON Lines", "For programs", "jsonl"],
};

/** A day in milliseconds, so that an export may sleep until the quota's next day. */
const DAY = 86_400_000;

/** The export panel of a survey. The first rows are shown in `result`. */
export function exportPanel(view, survey, result) {
  const stage = el("div", { class: "stage" });
  const panel = el(
    "section",
    { class: "panel export", "aria-labelledby": "export" },
    el(
      "header",
      {},
      el("h2", { id: "export" }, "Export"),
      el("p", { class: "lead" }, "All responses in one table, each answer under its question."),
    ),
    stage,
  );
  choose(stage, view, survey, result, "csv");
  return panel;
}

function choose(stage, view, survey, result, format) {
  const form = el(
    "form",
    {
      class: "choose",
      onsubmit: (event) => {
        event.preventDefault();
        run(stage, view, survey, result, new FormData(form).get("format"));
      },
    },
    el(
      "fieldset",
      { class: "formats" },
      el("legend", { class: "visually-hidden" }, "Format"),
      Object.entries(FORMATS).map(([value, [label, purpose]]) =>
        el(
          "label",
          {},
          el("input", { type: "radio", name: "format", value, checked: value === format }),
          el("span", {}, el("strong", {}, label), el("span", { class: "hint" }, purpose)),
        ),
      ),
    ),
    el("button", { class: "button primary full", id: "export-start", type: "submit" }, "Export"),
    survey.response_count === 0 && el("p", { class: "hint" }, "There are no responses yet: the file will contain only the header."),
  );
  fill(stage, form);
}

async function run(stage, view, survey, result, format) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  view.signal.addEventListener("abort", abort, { once: true });

  const bar = el("progress", { id: "export-progress", "aria-label": "Responses exported" });
  const text = el("p", { class: "progress-text" }, "Starting");
  const pause = el("p", { class: "hint", id: "export-pause", hidden: true });
  const cancel = el("button", { class: "button full", id: "export-cancel", type: "button", onclick: abort }, "Cancel");
  fill(result);
  fill(stage, el("div", { class: "running" }, text, bar, pause, cancel));
  cancel.focus();
  announce("Export started");

  const onProgress = ({ done, total, resumes_at }) => {
    const why = resumes_at ? pauseText(resumes_at) : "";
    if (resumes_at && pause.textContent !== why) announce(why);
    pause.textContent = why;
    pause.hidden = why === "";
    if (Number.isFinite(total) && total > 0) {
      bar.max = total;
      bar.value = done;
      text.textContent = `${count(done)} of ${counted(total, "response")}`;
    } else {
      text.textContent = counted(done, "response");
    }
    view.refreshQuota();
  };

  try {
    const exported = await view.canvass.exportResponses({ survey_id: survey.id, format }, {
      onProgress,
      maxWait: DAY,
      signal: controller.signal,
    });
    if (view.signal.aborted) return;
    await done(stage, view, survey, result, format, exported);
  } catch (error) {
    if (view.signal.aborted) return;
    choose(stage, view, survey, result, format);
    stage.querySelector("button").focus();
    if (controller.signal.aborted || isAbort(error)) {
      announce("Export cancelled");
      stage.append(el("p", { class: "hint" }, "Cancelled. Nothing was saved."));
    } else {
      const retry = isSignedOut(error) ? undefined : () => run(stage, view, survey, result, format);
      stage.append(notice(error, { retry, signIn: view.signIn }));
    }
  } finally {
    view.signal.removeEventListener("abort", abort);
    view.refreshQuota();
  }
}

async function done(stage, view, survey, result, format, { blob, rows, columns }) {
  const file = fileName(survey.title, FORMATS[format][2]);
  const url = URL.createObjectURL(blob);
  view.signal.addEventListener("abort", () => URL.revokeObjectURL(url), { once: true });
  const save = el("a", { class: "button primary full", id: "export-save", href: url, download: file }, "Save");
  fill(
    stage,
    el(
      "div",
      { class: "made" },
      el(
        "p",
        { class: "sum", id: "export-sum" },
        el("strong", {}, counted(rows, "response")),
        el("span", { class: "hint" }, `${counted(columns.length, "column")}, ${size(blob.size)}`),
      ),
      save,
      el("p", { class: "hint file" }, file),
      el(
        "button",
        {
          class: "button quiet full",
          type: "button",
          onclick: () => {
            fill(result);
            choose(stage, view, survey, result, format);
            stage.querySelector("input:checked").focus();
          },
        },
        "Export again",
      ),
    ),
  );
  save.focus();
  announce(`Export ready: ${counted(rows, "response")}`);
  const sample = await firstRows(blob, format);
  if (!view.signal.aborted) fill(result, preview(sample, rows));
}
