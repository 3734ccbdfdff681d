// What the reader of a link sees: the results, the question for the pass phrase, or why there is nothing.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { SharedSnapshot } from "../results/components/SharedSnapshot.tsx";
import { OtherVersion, Unreadable, asksForPassPhrase, open } from "../results/share/seal.ts";
import { SNAPSHOT, type Snapshot } from "../results/share/snapshot.ts";
import { f, t } from "../results/words.ts";
import { Button } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";

/**
 * What the form says: it asks, the last pass phrase was wrong, or one is tried, which takes seconds on a slow device.
 */
type LockState = "asks" | "wrong" | "opening";

type Stage =
  | { readonly name: "loading" | "gone" | "cut" | "other" | "failed" }
  | { readonly name: "busy"; readonly seconds: number }
  | { readonly name: "locked"; readonly data: Uint8Array<ArrayBuffer>; readonly state: LockState }
  | { readonly name: "open"; readonly snapshot: Snapshot };

/** The key in the fragment of the address. */
const keyOfPage = () => location.hash.slice(1);

/** Seconds until the next attempt, if the gateway does not say them. */
const BUSY = 60;

export function SharedPage() {
  const [stage, setStage] = useState<Stage>({ name: "loading" });
  const steps = useRef(0);
  /** Shows a stage until the next one is here. A late one counts no more if another step has begun meanwhile. */
  const step = async (meanwhile: Stage, next: Promise<Stage>) => {
    const own = (steps.current += 1);
    setStage(meanwhile);
    const stage = await next;
    if (own === steps.current) setStage(stage);
  };
  const load = () => step({ name: "loading" }, fetchLink());
  useEffect(() => {
    void load();
    const reload = () => void load();
    addEventListener("hashchange", reload);
    return () => removeEventListener("hashchange", reload);
  }, []);
  useEffect(() => {
    if (stage.name !== "busy") return;
    const timer = setTimeout(() => void load(), stage.seconds * 1000);
    return () => clearTimeout(timer);
  }, [stage]);
  const wasLocked = useRef(false);
  if (stage.name === "locked") wasLocked.current = true;
  const m = t().shared;
  const title = stage.name === "open" ? stage.snapshot.title : m.title;
  useEffect(() => {
    document.title = title;
  }, [title]);
  switch (stage.name) {
    case "open":
      return <Opened snapshot={stage.snapshot} takesFocus={wasLocked.current} />;
    case "locked":
      return <Locked state={stage.state} onOpen={(passPhrase) => void step({ ...stage, state: "opening" }, openData(stage.data, passPhrase))} />;
    case "loading":
      return <p role="status">{m.loading}</p>;
    default:
      return (
        <>
          <h1>{m.title}</h1>
          <p class="message" role="alert">
            {m[stage.name]}
          </p>
          {(stage.name === "failed" || stage.name === "busy") && (
            <div>
              <Button onClick={() => void load()}>{m.again}</Button>
            </div>
          )}
        </>
      );
  }
}

async function fetchLink(): Promise<Stage> {
  const id = location.pathname.split("/")[2] ?? "";
  if (keyOfPage() === "") return { name: "cut" };
  try {
    const response = await fetch(`/shared/${encodeURIComponent(id)}/data`, { credentials: "omit" });
    if (response.status === 404) return { name: "gone" };
    if (response.status === 429) return { name: "busy", seconds: Number(response.headers.get("retry-after")) || BUSY };
    if (!response.ok) return { name: "failed" };
    const data = new Uint8Array(await response.arrayBuffer());
    return asksForPassPhrase(data) ? { name: "locked", data, state: "asks" } : await openData(data, "");
  } catch {
    return { name: "failed" };
  }
}

async function openData(data: Uint8Array<ArrayBuffer>, passPhrase: string): Promise<Stage> {
  try {
    const snapshot = (await open(data, keyOfPage(), passPhrase)) as Snapshot;
    return snapshot.version === SNAPSHOT ? { name: "open", snapshot } : { name: "other" };
  } catch (error) {
    if (error instanceof OtherVersion) return { name: "other" };
    if (!(error instanceof Unreadable)) return { name: "failed" };
    return asksForPassPhrase(data) ? { name: "locked", data, state: "wrong" } : { name: "cut" };
  }
}

interface OpenedProps {
  readonly snapshot: Snapshot;
  /** Whether it takes the place of the form that had the focus. */
  readonly takesFocus: boolean;
}

function Opened({ snapshot, takesFocus }: OpenedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, []);
  const m = t().shared;
  return (
    <div class="results shared">
      <header>
        <h1 ref={heading} tabIndex={-1}>
          <bdi>{snapshot.title}</bdi>
        </h1>
        <p class="lead">
          {m.counted(f().moment(snapshot.as_of))} {m.ends(f().calendarDay(new Date(snapshot.ends_at)))}
        </p>
      </header>
      <SharedSnapshot snapshot={snapshot} />
    </div>
  );
}

function Locked({ state, onOpen }: { readonly state: LockState; readonly onOpen: (passPhrase: string) => void }) {
  const [passPhrase, setPassPhrase] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const isOpening = state === "opening";
  // The button that was pressed has lost the focus, because it was disabled.
  useEffect(() => {
    if (state === "wrong") field.current?.focus();
  }, [state]);
  const m = t().shared;
  const submit = (event: Event) => {
    event.preventDefault();
    if (!isOpening) onOpen(passPhrase);
  };
  return (
    <form class="unlock" onSubmit={submit}>
      <h1>{m.title}</h1>
      <Field label={m.passPhrase} error={state === "wrong" ? m.wrong : undefined}>
        {(described) => <input {...described} ref={field} type="password" autocomplete="off" value={passPhrase} onInput={({ currentTarget }) => setPassPhrase(currentTarget.value)} />}
      </Field>
      <div>
        <Button weight="primary" type="submit" disabled={isOpening}>
          {m.open}
        </Button>
      </div>
      <p role="status">{isOpening && m.loading}</p>
    </form>
  );
}
