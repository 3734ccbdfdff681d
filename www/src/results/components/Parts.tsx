// What several tabs show: that responses are awaited, that the numbers are of a part, and that something new is there.

import type { ComponentChildren } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../ui/index.ts";
import { WorkbenchContext, useWorkbench } from "../context.ts";
import { refocus } from "../focus.ts";
import type { Counted } from "../workbench.ts";
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

/**
 * How many responses are here of how many, while they are not all here. Previews, which the state counts, are in no
 * view.
 */
export function useHere(): Here {
  const workbench = useWorkbench();
  const held = workbench.counted.value?.all ?? workbench.sync.value?.held ?? 0;
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
  /** How many new responses wait; null if some may, and their number is unknown. */
  readonly fresh: number | null;
  /** How many responses pass the rules, by the last count of what the list shows. */
  readonly count: number | null;
  /** Whether the engine has responses that the list does not show. */
  readonly isBehind: boolean;
  readonly show: () => void;
}

/**
 * The version of the responses that a list shows. What arrives later waits behind a button, so that nothing moves under
 * the eyes of a reader, unless none of it passes the rules or nothing is shown yet. The engine answers with what it has
 * now: a list that asks another question shows all that is new.
 */
export function useHeldVersion(question: string): HeldVersion {
  const workbench = useWorkbench();
  const version = workbench.version.value;
  const altered = workbench.altered.value;
  const held = workbench.sync.value?.held ?? 0;
  const isComplete = workbench.sync.value?.complete === true;
  const rule = JSON.stringify(workbench.state.value.rule);
  const [seen, setSeen] = useState({ version, altered, held, isComplete });
  const show = () => setSeen({ version, altered, held, isComplete });
  const isBehind = version !== seen.version;
  const counted = workbench.counted.value?.rule === rule ? workbench.counted.value : null;
  /** The last count of a version that the list has shown. */
  const shown = useRef<Counted | null>(null);
  if (counted?.version === seen.version) shown.current = counted;
  const own = shown.current?.rule === rule ? shown.current : null;
  const before = own?.version === seen.version ? own.count : null;
  /** The count of what waits, which may be of the version before the newest. */
  const waiting = isBehind && counted !== null && counted.version > seen.version ? counted : null;
  const more = waiting === null || waiting.count === null || before === null ? null : waiting.count - before;
  // The same number is no sign of the same responses if one of them may have come to pass the rules as another has
  // ceased to.
  const isUnchanged = more === 0 && altered === seen.altered;
  const isNothingNew = before === 0 || (isUnchanged && waiting?.version === version);
  useEffect(() => {
    if (isBehind) show();
  }, [question]);
  // The first fetch fills the list; only what arrives after it could disturb.
  const isFilling = !seen.isComplete;
  useEffect(() => {
    if (isFilling || held < seen.held || (isBehind && (held === seen.held || isNothingNew))) show();
  }, [version, held, isComplete, isNothingNew]);
  const fresh = waiting === null || isUnchanged || isNothingNew ? 0 : more !== null && more > 0 ? more : null;
  return { version: seen.version, fresh, count: own?.count ?? null, isBehind, show };
}

interface FreshProps {
  readonly fresh: number | null;
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
      <Button onClick={press}>{fresh === null ? t().freshUncounted : t().fresh(fresh, f().count(fresh))}</Button>
    </div>
  );
}

interface SurveyTextProps {
  /** Whether it is cut to some lines. */
  readonly clamp?: boolean;
  readonly title?: string | undefined;
  readonly children: ComponentChildren;
}

/**
 * A text of the survey, with its language: a screen reader has a voice for each. A page for readers of a link does not
 * know it.
 */
export function SurveyText({ clamp = false, title, children }: SurveyTextProps) {
  const language = useContext(WorkbenchContext)?.index.value?.language;
  return (
    <bdi class={clamp ? "clamp" : undefined} lang={language} title={title}>
      {children}
    </bdi>
  );
}
