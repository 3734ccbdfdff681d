// The export of a survey's responses as a panel. Focus follows its stages, so that the keyboard leads through it.

import type { ComponentChild } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { words } from "../../messages/index.ts";
import { Button, ButtonLink, Notice, Progress } from "../../ui/index.ts";
import { type Exporting, FORMATS, type Format, type Made, type Stage } from "./exporting.ts";

const FORMAT_NAMES: Record<Format, string> = { csv: "CSV", jsonl: "JSON Lines" };
const FORMAT_KEYS = Object.keys(FORMATS) as Format[];

/** What has the focus when a stage is shown. */
const FOCUSED: Record<Stage["at"], string> = { choose: "#export-start", running: "#export-cancel", made: "#export-save" };

interface PanelProps {
  readonly exporting: Exporting;
  /** Whether the survey has no responses. */
  readonly isEmpty: boolean;
}

export function ExportPanel(props: PanelProps) {
  return (
    <section class="panel export" aria-labelledby="export">
      <header>
        <h2 id="export">{words.value.export.heading}</h2>
        <p class="lead">{words.value.export.lead}</p>
      </header>
      <ExportStages {...props} />
    </section>
  );
}

/** What the panel has below its heading. */
export function ExportStages({ exporting, isEmpty }: PanelProps) {
  const { stage } = exporting;
  const panel = useRef<HTMLDivElement>(null);
  const last = useRef(stage.at);
  useEffect(() => {
    if (last.current === stage.at) return;
    const isAgain = last.current === "made";
    last.current = stage.at;
    panel.current?.querySelector<HTMLElement>(isAgain ? "input:checked" : FOCUSED[stage.at])?.focus();
  }, [stage.at]);
  return (
    <div class="stage" ref={panel}>
      {stageOf(exporting, isEmpty)}
    </div>
  );
}

function stageOf(exporting: Exporting, isEmpty: boolean): ComponentChild {
  const { stage } = exporting;
  switch (stage.at) {
    case "choose":
      return <Choose exporting={exporting} isEmpty={isEmpty} note={stage.note} />;
    case "running":
      return <Running exporting={exporting} progress={stage.progress} />;
    case "made":
      return <Result made={stage.made} onAgain={exporting.restart} />;
  }
}

function Choose({ exporting, isEmpty, note }: PanelProps & { readonly note: (Stage & { at: "choose" })["note"] }) {
  const { export: t } = words.value;
  const start = (event: Event) => {
    event.preventDefault();
    exporting.start();
  };
  return (
    <>
      <form class="choose" onSubmit={start}>
        <fieldset class="formats">
          <legend class="visually-hidden">{t.format}</legend>
          {FORMAT_KEYS.map((format) => (
            <label key={format}>
              <input type="radio" name="format" value={format} checked={exporting.format === format} onChange={() => exporting.choose(format)} />
              <span>
                <strong>{FORMAT_NAMES[format]}</strong>
                <span class="hint">{t.purposes[format]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <Button weight="primary" full id="export-start" type="submit">
          {t.start}
        </Button>
        {isEmpty && <p class="hint">{t.empty}</p>}
      </form>
      {note !== null && ("error" in note ? <Notice error={note.error} again={exporting.start} /> : <p class="hint">{t.nothingSaved}</p>)}
    </>
  );
}

function Running({ exporting, progress }: { readonly exporting: Exporting; readonly progress: (Stage & { at: "running" })["progress"] }) {
  const { export: t } = words.value;
  const { done = 0, total, resumes_at } = progress ?? {};
  const text = progress === null ? t.starting : total ? t.responsesOf(done, total) : t.responses(done);
  return (
    <div class="running">
      <Progress id="export-progress" label={t.progress} text={text} done={done} total={total} />
      {resumes_at && (
        <p class="hint" id="export-pause">
          {t.paused(resumes_at)}
        </p>
      )}
      <Button full id="export-cancel" onClick={exporting.cancel}>
        {t.cancel}
      </Button>
    </div>
  );
}

function Result({ made: { url, file, rows, columns, blob }, onAgain }: { readonly made: Made; readonly onAgain: () => void }) {
  const { export: t } = words.value;
  return (
    <div class="made">
      <p class="sum" id="export-sum">
        <strong>{t.responses(rows)}</strong>
        <span class="hint">{t.made(columns, blob.size)}</span>
      </p>
      <ButtonLink weight="primary" full id="export-save" href={url} download={file}>
        {t.save}
      </ButtonLink>
      <p class="hint file">{file}</p>
      <Button weight="quiet" full onClick={onAgain}>
        {t.again}
      </Button>
    </div>
  );
}
