// What several tabs show: that responses are awaited, that the numbers are of a part, and that something new is there.

import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../ui/index.ts";
import { useAnswer } from "../answer.ts";
import { useWorkbench } from "../context.ts";
import { refocus } from "../focus.ts";
import { f, t } from "../words.ts";

/** Shown until the first responses are here. Why none will come is said above. */
export function Waiting() {
  const { sync, problem } = useWorkbench();
  if (problem.value !== null) return null;
  const isComing = sync.value === null || sync.value.syncing || !sync.value.complete;
  return <p class="message">{isComing ? t().waiting : t().none}</p>;
}

export interface Here {
  readonly held: number;
  /** Null while it is unknown. */
  readonly total: number | null;
}

/** How many responses are here of how many, while they are not all here. Previews, which the state counts, are in no view. */
export function useHere(): Here {
  const workbench = useWorkbench();
  const state = workbench.sync.value;
  const everything = workbench.everything.value;
  const isPart = state !== null && !state.complete && state.held > 0;
  const { value } = useAnswer(`here ${workbench.version.value}`, isPart && everything !== null ? () => everything.count() : null);
  const held = value?.count ?? state?.held ?? 0;
  return { held, total: workbench.totalOf(held) };
}

/** Says that the numbers are of a part of the responses, and of which; empty if they are of all. */
export function usePartly(): string {
  const state = useWorkbench().sync.value;
  const { held, total } = useHere();
  if (state === null || state.complete || state.total === null || state.held >= state.total) return "";
  return t().partly(f().count(held), total === null ? null : f().count(total));
}

export function Partly() {
  const text = usePartly();
  return text === "" ? null : <p class="message partly">{text}</p>;
}

interface HeldVersion {
  readonly version: number;
  /** How many new responses wait. */
  readonly fresh: number;
  /** Whether the engine has responses that the list does not show. */
  readonly isBehind: boolean;
  readonly show: () => void;
}

/**
 * The version of the responses that a list shows. What arrives later waits behind a button, so that nothing moves under the
 * eyes of a reader, unless none of it passes the rules or nothing is shown yet. The engine answers with what it has now: a
 * list that asks another question shows all that is new.
 */
export function useHeldVersion(question: string): HeldVersion {
  const workbench = useWorkbench();
  const version = workbench.version.value;
  const held = workbench.sync.value?.held ?? 0;
  const isComplete = workbench.sync.value?.complete === true;
  const view = workbench.view.value;
  const rule = JSON.stringify(workbench.state.value.rule);
  const [seen, setSeen] = useState({ version, held, isComplete });
  const show = () => setSeen({ version, held, isComplete });
  const isBehind = version !== seen.version;
  const counted = useAnswer(`${rule} ${version}`, view !== null && held > 0 ? () => view.count() : null);
  const count = counted.value?.count ?? null;
  /** How many responses pass the rules of those that the list shows. */
  const shown = useRef<{ readonly key: string; readonly count: number | null }>({ key: "", count: null });
  const key = `${rule} ${seen.version}`;
  if (shown.current.key !== key) shown.current = { key, count: null };
  if (!isBehind && counted.current) shown.current = { key, count };
  const before = shown.current.count;
  const isNothingNew = counted.current && count !== null && before !== null && (count <= before || before === 0);
  useEffect(() => {
    if (isBehind) show();
  }, [question]);
  // The first fetch fills the list; only what arrives after it could disturb.
  const isFilling = !seen.isComplete;
  useEffect(() => {
    if (isFilling || held < seen.held || (isBehind && (held === seen.held || isNothingNew))) show();
  }, [version, held, isComplete, isNothingNew]);
  const fresh = count === null || before === null ? held - seen.held : count - before;
  return { version: seen.version, fresh: isBehind ? Math.max(0, fresh) : 0, isBehind, show };
}

interface FreshProps {
  readonly fresh: number;
  readonly show: () => void;
  /** Selects what has the focus afterwards: the button is gone. */
  readonly next: string;
}

/** The button behind which new responses wait. */
export function Fresh({ fresh, show, next }: FreshProps) {
  if (fresh === 0) return null;
  const press = () => {
    show();
    refocus(() => null, 0, () => document.querySelector<HTMLElement>(next));
  };
  return (
    <div class="fresh" role="status">
      <Button onClick={press}>{t().fresh(fresh, f().count(fresh))}</Button>
    </div>
  );
}
