// Answers in words: search as typed, frequent words, and tags for one or many at once.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Button, Notice, Select } from "../../ui/index.ts";
import { useAnswer, useSettled } from "../answer.ts";
import { highlight } from "../highlight.ts";
import { refocus } from "../focus.ts";
import { useKeys } from "../keys.ts";
import { TEXTS_STEP, hasTexts, textsRequest } from "../models/requests.ts";
import { add } from "../rules.ts";
import type { TextItem, Texts, TextsRequest, View } from "../types.ts";
import { shorten } from "../wording.ts";
import { filtersByTags } from "../url_state.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";
import { Fresh, Partly, Waiting, useHeldVersion } from "./Parts.tsx";
import { ResponseTags } from "./Tags.tsx";
import { Toggle } from "./Toggle.tsx";
import { WordList } from "./WordList.tsx";

export function TextTab() {
  const workbench = useWorkbench();
  const state = workbench.state.value;
  const { question, search, order, tag, rule } = state;
  const view = workbench.view.value;
  const index = workbench.index.value;
  const [shown, setShown] = useState(TEXTS_STEP);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const field = useRef<HTMLInputElement>(null);
  const text = useSettled(search, 60);
  useKeys({ "/": () => field.current?.focus() });
  const asRule = () => {
    workbench.go({ rule: add(rule, current ? { question: current.id, text: text.trim() } : { text: text.trim() }), search: "" });
    refocus(() => null, 0, () => field.current);
  };

  const questions = index?.questions.filter(hasTexts) ?? [];
  const current = questions.find(({ id }) => id === question) ?? null;
  const asked = textsRequest({ ...state, search: text }, index);
  // Tags that are set here appear at once, from the notes; only a list that they filter is asked for again.
  const tags = filtersByTags(state) ? (workbench.notes.value?.version ?? 0) : 0;
  const { version, fresh, show } = useHeldVersion(JSON.stringify([rule, asked, shown, tags]));
  const key = JSON.stringify([rule, asked, shown, version, tags]);
  const notes = workbench.notes.value;
  const tagged = useMemo(() => Object.entries(notes?.tags ?? {}).map(([name, ids]) => [name, new Set(ids)] as const), [notes]);
  useEffect(() => {
    setShown(TEXTS_STEP);
    setPicked(new Set());
  }, [JSON.stringify([rule, asked])]);
  const { value, error, stale } = useAnswer(key, view === null ? null : () => firstTexts(view, asked, shown));
  if (view === null || index === null || (workbench.sync.value?.held ?? 0) === 0) return <Waiting />;

  const m = t().text;
  const known = Object.keys(notes?.tags ?? {}).sort(f().compare);
  const items = value?.items ?? [];
  const ids = [...new Set(items.map(({ response_id }) => response_id))];
  // What is chosen is among what is shown, which tags and new answers change too.
  const chosen = ids.filter((id) => picked.has(id));
  const toggle = (id: string, on: boolean) => {
    const next = new Set(picked);
    if (on) next.add(id);
    else next.delete(id);
    setPicked(next);
  };
  return (
    <section class={stale ? "text-tab stale" : "text-tab"} aria-label={t().tabs.text}>
      <Partly />
      <div class="table-tools">
        <Select
          label={m.question}
          quiet
          value={current?.id ?? ""}
          options={[["", m.all] as const, ...questions.map(({ id, number, heading }) => [id, `${number}. ${shorten(heading, 70)}`] as const)]}
          onChoose={(id) => workbench.go({ question: id || null, row: null }, "replace")}
        />
        <input ref={field} type="search" aria-label={m.search} placeholder={m.search} aria-keyshortcuts="/" value={search} onInput={({ currentTarget }) => workbench.go({ search: currentTarget.value }, "replace")} />
        {known.length > 0 && (
          <Select label={m.tag} quiet value={tag ?? ""} options={[["", m.anyTag] as const, ...known.map((name) => [name, name] as const)]} onChoose={(name) => workbench.go({ tag: name || null }, "replace")} />
        )}
        <Toggle label={m.order} value={order} options={[["newest", m.newest] as const, ["oldest", m.oldest] as const]} onChoose={(chosen) => workbench.go({ order: chosen }, "replace")} />
      </div>
      {error !== null && <Notice error={error} />}
      <Fresh fresh={fresh} show={show} next=".text-tab .text-head .base" />
      <div class="text-columns">
        <div>
          <div class="text-head">
            <p class="base" role="status" tabIndex={-1}>
              {m.count(value?.total ?? 0, f().count(value?.total ?? 0))}
            </p>
            {items.length > 0 && (
              <Button weight="quiet" onClick={() => setPicked(new Set(chosen.length === ids.length ? [] : ids))}>
                {chosen.length === ids.length ? m.pickNone : m.pickAll(ids.length, f().count(ids.length))}
              </Button>
            )}
            {text.trim() !== "" && <Button weight="quiet" onClick={asRule}>{m.asRule}</Button>}
          </div>
          <div class={chosen.length > 0 ? "text-tagging picked" : "text-tagging"}>
            {chosen.length > 0 && <span class="hint">{m.picked(f().count(chosen.length))}</span>}
            <ResponseTags ids={chosen} />
          </div>
          <ol class="texts">
            {items.map((item, at) => (
              <TextRow key={`${item.response_id} ${item.question} ${item.row ?? ""} ${at}`} item={item} tags={tagged.flatMap(([name, ids]) => (ids.has(item.response_id) ? [name] : []))} wanted={text} isOn={picked.has(item.response_id)} onPick={(on) => toggle(item.response_id, on)} showsQuestion={current === null} />
            ))}
          </ol>
          {value !== null && items.length === 0 && <p class="hint">{text !== "" || tag !== null ? m.noMatch : m.none}</p>}
          {value !== null && value.total > items.length && <Button onClick={() => setShown(shown + TEXTS_STEP)}>{m.more(f().count(Math.min(TEXTS_STEP, value.total - items.length)))}</Button>}
        </div>
        {current !== null && <WordList question={current.id} row={asked.row ?? null} version={version} />}
      </div>
    </section>
  );
}

/** Texts that the engine gives at once. */
const MOST_AT_ONCE = 1000;

async function firstTexts(view: View, asked: Omit<TextsRequest, "from" | "to">, count: number): Promise<Texts> {
  const first = await view.texts({ ...asked, from: 0, to: Math.min(count, MOST_AT_ONCE) });
  const items = [...first.items];
  while (items.length < Math.min(count, first.total)) {
    const more = await view.texts({ ...asked, from: items.length, to: Math.min(count, items.length + MOST_AT_ONCE) });
    if (more.items.length === 0) break;
    items.push(...more.items);
  }
  return { ...first, items };
}

interface TextRowProps {
  readonly item: TextItem;
  readonly tags: readonly string[];
  readonly wanted: string;
  readonly isOn: boolean;
  readonly showsQuestion: boolean;
  readonly onPick: (on: boolean) => void;
}

function TextRow({ item, tags, wanted, isOn, showsQuestion, onPick }: TextRowProps) {
  const workbench = useWorkbench();
  const index = workbench.index.value;
  const question = index?.question(item.question);
  const row = question?.rows.find(({ id }) => id === item.row)?.label;
  const where = [showsQuestion ? shorten(question?.heading ?? item.question) : null, row, item.other ? question?.other?.label : null].filter(Boolean).join(" · ");
  return (
    <li class={isOn ? "text on" : "text"}>
      <label class="text-pick">
        <input type="checkbox" checked={isOn} aria-label={t().text.pick(item.response_id)} onChange={({ currentTarget }) => onPick(currentTarget.checked)} />
      </label>
      <div>
        <p class="text-body">
          <bdi>{highlight(item.text, wanted).map((part, at) => (part.hit ? <mark key={at}>{part.text}</mark> : part.text))}</bdi>
        </p>
        <p class="hint">
          <a href={workbench.urlOf({ tab: "responses", response: item.response_id })}>{f().moment(item.date_created)}</a>
          {where !== "" && ` · ${where}`}
          {tags.map((tag) => (
            <span class="tag" key={tag}>
              {tag}
            </span>
          ))}
        </p>
      </div>
    </li>
  );
}
