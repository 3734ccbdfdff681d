// An export from its start to the file: format, progress, pause, cancel.

import type { ExportProgress } from "/sdk/index.js";
import { useEffect, useRef, useState } from "preact/hooks";
import { announce } from "../../frame/announcer.ts";
import { words } from "../../messages/index.ts";
import { canvass, fail, isAbort, isSignedOut } from "../../session.ts";
import { fileName } from "../../text.ts";

/** The formats with the extensions of their files. */
export const FORMATS = { csv: "csv", jsonl: "jsonl" } as const;
export type Format = keyof typeof FORMATS;

/** A day in milliseconds, so that an export may sleep until the quota's next day. */
const DAY = 86_400_000;

/** What is exported. */
export interface ExportedSurvey {
  readonly id: string;
  readonly title: string;
}

/** A finished export: the file, as a blob and as an address to save it from. */
export interface Made {
  readonly blob: Blob;
  readonly url: string;
  readonly file: string;
  readonly rows: number;
  readonly columns: number;
}

/** Where an export is. `note` is why it is at its beginning again. */
export type Stage =
  | { readonly at: "choose"; readonly note: null | { readonly cancelled: true } | { readonly error: unknown } }
  | { readonly at: "running"; readonly progress: ExportProgress | null }
  | { readonly at: "made"; readonly made: Made };

/** An export and its actions. */
export interface Exporting {
  readonly stage: Stage;
  readonly format: Format;
  readonly choose: (format: Format) => void;
  readonly start: () => void;
  readonly cancel: () => void;
  readonly restart: () => void;
}

const BEGIN: Stage = { at: "choose", note: null };

/** The export of a survey, in `first` unless another format is chosen. It ends when the component goes away. */
export function useExporting(survey: ExportedSurvey, first: Format = "csv", onSignedOut: (error: unknown) => void = fail): Exporting {
  const [stage, setStage] = useState<Stage>(BEGIN);
  const [format, choose] = useState<Format>(first);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const url = stage.at === "made" ? stage.made.url : null;
  useEffect(() => (url === null ? undefined : () => URL.revokeObjectURL(url)), [url]);

  const start = async () => {
    const controller = (running.current = new AbortController());
    const { signal } = controller;
    const show = (next: Stage) => running.current === controller && setStage(next);
    show({ at: "running", progress: null });
    announce(words.peek().export.started);
    let pausedUntil: number | undefined;
    const onProgress = (progress: ExportProgress) => {
      const { resumes_at } = progress;
      if (resumes_at && resumes_at.getTime() !== pausedUntil) announce(words.peek().export.paused(resumes_at));
      pausedUntil = resumes_at?.getTime();
      if (!signal.aborted) show({ at: "running", progress });
    };
    try {
      const { blob, rows, columns } = await canvass.exportResponses({ survey_id: survey.id, format }, { onProgress, maxWait: DAY, signal });
      if (signal.aborted) return;
      const file = fileName(survey.title, FORMATS[format]);
      show({ at: "made", made: { blob, url: URL.createObjectURL(blob), file, rows, columns: columns.length } });
      announce(words.peek().export.ready(rows));
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      if (isSignedOut(error)) onSignedOut(error);
      else show({ at: "choose", note: { error } });
    }
  };
  return {
    stage,
    format,
    choose,
    start: () => void start(),
    cancel() {
      running.current?.abort();
      setStage({ at: "choose", note: { cancelled: true } });
      announce(words.peek().export.cancelled);
    },
    restart: () => setStage(BEGIN),
  };
}
