// Publishes a read-only link: which questions, of whom, until when; with a preview of exactly what is published.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { announce } from "../../frame/announcer.ts";
import { isAbort } from "../../session.ts";
import { Button, CopyButton, Dialog, Field, Notice, Select } from "../../ui/index.ts";
import { useAnswer } from "../answer.ts";
import type { Question } from "../design.ts";
import { fewSince } from "../share/between.ts";
import { type PublishedLink, TooLarge, overlap, publishLink, rounded, snapshotOf } from "../share/publish.ts";
import { type Snapshot, isEmpty } from "../share/snapshot.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";
import { Links } from "./Links.tsx";
import { SharedSnapshot } from "./SharedSnapshot.tsx";
import { Toggle } from "./Toggle.tsx";

const DAYS = [7, 30, 90] as const;
const USUAL_DAYS = 30;

/** Forms whose results are counts or means; texts, files and contacts are never published. */
function canPublish({ form }: Question): boolean {
  return form !== "text" && form !== "row_texts" && form !== "files" && form !== "dates";
}

export function ShareDialog({ onClose }: { readonly onClose: () => void }) {
  const workbench = useWorkbench();
  const [link, setLink] = useState<PublishedLink | null>(null);
  const [isAgain, setAgain] = useState(false);
  const m = t().share;
  // Links are opened, and revoked in other tabs, while the page is open.
  useEffect(() => void workbench.links.load(), []);
  const published = (link: PublishedLink) => {
    setLink(link);
    announce(m.ready);
    void workbench.links.check().catch(() => {});
  };
  const again = () => {
    setAgain(true);
    setLink(null);
  };
  return (
    <Dialog title={m.title} onClose={onClose}>
      {link === null ? <Form takesFocus={isAgain} onPublished={published} /> : <Published address={link.address} onAgain={again} />}
      <Links onRevoked={(id) => id === link?.id && setLink(null)} />
    </Dialog>
  );
}

interface FormProps {
  /** Whether it takes the place of what had the focus. */
  readonly takesFocus: boolean;
  readonly onPublished: (link: PublishedLink) => void;
}

function Form({ takesFocus, onPublished }: FormProps) {
  const workbench = useWorkbench();
  const m = t().share;
  const { groups: allGroups, rule } = workbench.state.value;
  const publishable = (workbench.index.value?.questions ?? []).filter(canPublish);
  const [questions, setQuestions] = useState<readonly string[]>(publishable.filter(({ deleted }) => !deleted).map(({ id }) => id));
  const [byGroups, setByGroups] = useState(false);
  const [days, setDays] = useState<number>(USUAL_DAYS);
  const [passPhrase, setPassPhrase] = useState("");
  const [isPublishing, setPublishing] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [change, setChanged] = useState<"late" | "changed" | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>("button, input")?.focus();
  }, []);
  const groups = byGroups ? allGroups : [];
  const version = workbench.version.value;
  // A sync that runs, which any change of a response begins, delays the publication. What was entered stays.
  const isComplete = workbench.sync.value?.complete === true;
  const overlaps = useAnswer(JSON.stringify([rule, groups, version]), isComplete ? () => overlap(workbench, groups) : null);
  const links = workbench.links.living.value;
  const isAnother = links?.length !== 0;
  const few = useAnswer(JSON.stringify([rule, questions, groups, version, links]), isComplete && links !== null ? () => fewSince(workbench, { questions, groups }, links) : null);
  const snapshot = useAnswer(JSON.stringify([rule, questions, groups, days, version, isAnother]), isComplete ? () => snapshotOf(workbench, { questions, groups, days, isAnother }) : null);
  const fewOf = few.value ?? [];
  // Only what the preview shows is published: not the answer to what was chosen before.
  const isReady = isComplete && overlaps.current && snapshot.current && (few.current || links === null);
  const isRefused = !isReady || overlaps.value === true || fewOf.length > 0 || snapshot.value === null || isEmpty(snapshot.value);
  const publish = async (event: Event) => {
    event.preventDefault();
    if (snapshot.value === null || isRefused) return;
    setPublishing(true);
    setError(null);
    setChanged(null);
    try {
      // A later link is compared with the time of this one.
      if (!(await workbench.isOfNow())) return setChanged("late");
      // Another tab may have published one since the links were listed.
      const living = await workbench.links.check();
      // The form says which are few.
      if ((await fewSince(workbench, { questions, groups }, living)).length > 0) return;
      if (workbench.version.peek() !== version) return setChanged("changed");
      onPublished(await publishLink(workbench.setting.survey_id, living.length === 0 ? snapshot.value : rounded(snapshot.value), passPhrase));
    } catch (cause) {
      if (isAbort(cause)) return;
      setError(cause);
      // The link may have been made, and only the answer lost.
      void workbench.links.check().catch(() => {});
    } finally {
      setPublishing(false);
    }
  };
  return (
    <form class="share-form" ref={form} onSubmit={(event) => void publish(event)}>
      <p class="message warn">{m.warning}</p>
      <QuestionChecks questions={publishable} chosen={questions} onChange={setQuestions} />
      {allGroups.length > 1 && <Toggle label={m.what} value={byGroups ? "groups" : "all"} options={[["all", m.everybody] as const, ["groups", m.groups] as const]} onChoose={(value) => setByGroups(value === "groups")} />}
      <div class="row">
        <Select label={m.ends} value={String(days)} options={DAYS.map((value) => [String(value), m.days(f().count(value))] as const)} onChoose={(value) => setDays(Number(value))} />
        <Field label={m.passPhrase} hint={m.passPhraseHint}>
          {(described) => <input {...described} type="text" autocomplete="off" value={passPhrase} onInput={({ currentTarget }) => setPassPhrase(currentTarget.value)} />}
        </Field>
      </div>
      {isAnother && links !== null && <p class="message warn">{m.isAnother}</p>}
      {fewOf.length > 0 && <p class="message bad">{fewOf.length === questions.length ? m.few : m.fewOf(f().list(publishable.filter(({ id }) => fewOf.includes(id)).map(({ number }) => f().count(number))))}</p>}
      {overlaps.value === true && <p class="message bad">{m.overlap}</p>}
      {snapshot.error !== null && <Notice error={snapshot.error} />}
      {snapshot.value !== null && <Preview snapshot={snapshot.value} />}
      {error !== null && (error instanceof TooLarge ? <p class="message bad">{m.tooLarge}</p> : <Notice error={error} />)}
      {!isComplete && (
        <p class="message" role="status">
          {m.partial}
        </p>
      )}
      {change !== null && (
        <p class="message" role="status">
          {m[change]}
        </p>
      )}
      <Button weight="primary" type="submit" disabled={isRefused || isPublishing}>
        {isPublishing ? m.publishing : m.publish}
      </Button>
    </form>
  );
}

interface QuestionChecksProps {
  readonly questions: readonly Question[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function QuestionChecks({ questions, chosen, onChange }: QuestionChecksProps) {
  const m = t().share;
  return (
    <fieldset class="checks">
      <legend>{m.questions}</legend>
      <div class="actions">
        <Button weight="quiet" onClick={() => onChange(questions.map(({ id }) => id))}>
          {m.pickAll}
        </Button>
        <Button weight="quiet" onClick={() => onChange([])}>
          {m.pickNone}
        </Button>
      </div>
      <div class="checks-list" tabIndex={0}>
        {questions.map(({ id, number, heading, deleted }) => (
          <label key={id} class="check">
            <input type="checkbox" checked={chosen.includes(id)} onChange={({ currentTarget }) => onChange(questions.map((question) => question.id).filter((other) => (other === id ? currentTarget.checked : chosen.includes(other))))} />
            <bdi class="clamp">
              {f().count(number)} {heading}
            </bdi>
            {deleted && <span class="tag">{t().figure.deleted}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Preview({ snapshot }: { readonly snapshot: Snapshot }) {
  const m = t().share;
  if (isEmpty(snapshot)) return <p class="message bad">{m.nothing}</p>;
  return (
    <div class="preview-frame">
      <h3>{m.preview}</h3>
      <div class="preview-scroll results" tabIndex={0} role="region" aria-label={m.preview}>
        {/* What is drawn has gone through the same text as what is sealed. */}
        <SharedSnapshot snapshot={JSON.parse(JSON.stringify(snapshot)) as Snapshot} />
      </div>
    </div>
  );
}

function Published({ address, onAgain }: { readonly address: string; readonly onAgain: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  // It takes the place of the form, whose button had the focus.
  useLayoutEffect(() => field.current?.focus(), []);
  const m = t().share;
  return (
    <div class="published">
      <p class="message good">
        <strong>{m.ready}.</strong> {m.readyHint}
      </p>
      <Field label={m.address}>{(described) => <input {...described} ref={field} type="text" readOnly value={address} onFocus={({ currentTarget }) => currentTarget.select()} />}</Field>
      <div class="actions">
        <CopyButton weight="primary" text={address} label={m.copy} />
        <Button onClick={onAgain}>{m.another}</Button>
      </div>
    </div>
  );
}
