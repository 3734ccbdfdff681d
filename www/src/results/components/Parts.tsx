// What several tabs show: that responses are awaited, that the numbers are of a part, and that something new is there.

import { useEffect, useState } from "preact/hooks";
import { Button } from "../../ui/index.ts";
import { useAnswer } from "../answer.ts";
import { useWorkbench } from "../context.ts";
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
 * eyes of a reader. The engine answers with what it has now: a list that asks another question shows all that is new.
 */
export function useHeldVersion(question: string): HeldVersion {
  const workbench = useWorkbench();
  const version = workbench.version.value;
  const held = workbench.sync.value?.held ?? 0;
  const isComplete = workbench.sync.value?.complete === true;
  const [seen, setSeen] = useState({ version, held, isComplete });
  const show = () => setSeen({ version, held, isComplete });
  const isBehind = version !== seen.version;
  useEffect(() => {
    if (isBehind) show();
  }, [question]);
  // The first fetch fills the list; only what arrives after it could disturb.
  const isFilling = !seen.isComplete;
  useEffect(() => {
    if (isFilling || held < seen.held || (held === seen.held && isBehind)) show();
  }, [version, held, isComplete]);
  return { version: seen.version, fresh: Math.max(0, held - seen.held), isBehind, show };
}

/** The button behind which new responses wait. */
export function Fresh({ fresh, show }: { readonly fresh: number; readonly show: () => void }) {
  if (fresh === 0) return null;
  return (
    <div class="fresh" role="status">
      <Button onClick={show}>{t().fresh(fresh, f().count(fresh))}</Button>
    </div>
  );
}
