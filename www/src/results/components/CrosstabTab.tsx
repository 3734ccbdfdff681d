// The crosstab: which question makes the rows, what makes the columns, and the table with its bases and letters.

import { useRef } from "preact/hooks";
import { Button, Notice, Select } from "../../ui/index.ts";
import type { CrosstabState, Levels } from "../url_state.ts";
import { useAnswer } from "../answer.ts";
import type { Index } from "../design.ts";
import { refocus } from "../focus.ts";
import { crosstabOf, withoutTests } from "../models/crosstab.ts";
import { FIELDS, SPANS, type Target, bannerKey, keyOf, targets } from "../models/targets.ts";
import type { Banner, CrosstabBlock } from "../types.ts";
import { named, shorten } from "../wording.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";
import { CrosstabTable } from "./CrosstabTable.tsx";
import { Partly, Waiting } from "./Parts.tsx";

export function CrosstabTab() {
  const workbench = useWorkbench();
  const state = workbench.state.value;
  const view = workbench.view.value;
  const index = workbench.index.value;
  if (view === null || index === null || (workbench.sync.value?.held ?? 0) === 0) return <Waiting />;
  const options = targets(index);
  if (options.length === 0) return <p class="message">{t().crosstab.noQuestions}</p>;
  return (
    <section class="crosstab-tab" aria-label={t().tabs.crosstab}>
      <Partly />
      <Pickers crosstab={state.crosstab} options={options} index={index} />
      <Result crosstab={state.crosstab} />
    </section>
  );
}

function nameOf({ number, heading, within }: Target): string {
  return within === null ? `${number}. ${shorten(heading, 70)}` : `${number}. ${shorten(heading, 40)} – ${shorten(within, 40)}`;
}

interface PickersProps {
  readonly crosstab: CrosstabState;
  readonly options: readonly Target[];
  readonly index: Index;
}

function Pickers({ crosstab, options, index }: PickersProps) {
  const workbench = useWorkbench();
  const m = t().crosstab;
  const { stub, banners } = crosstab;
  const pickers = useRef<HTMLDivElement>(null);
  const change = (next: Partial<CrosstabState>) => workbench.go({ crosstab: { ...crosstab, ...next } });
  const groups = named(workbench.state.value.groups, index);
  const columns: readonly (readonly [string, string, Banner])[] = [
    ...FIELDS.map((field) => [`f:${field}`, m.fields[field], { field }] as const),
    ...index.variables.map(({ name, label }) => [`v:${name}`, label, { variable: name }] as const),
    ...SPANS.map((by) => [`t:${by}`, m.spans[by], { time: { by } }] as const),
    ...(groups.length > 1 ? [["g", m.groups, { groups }] as const] : []),
    // A cell of a matrix of menus cannot make columns.
    ...options.filter(({ stub: { column } }) => column === undefined).map((target) => [`q:${target.key}`, nameOf(target), target.stub] as const),
  ];
  const chosen = banners.map(bannerKey);
  const labelOf = (key: string) => columns.find(([known]) => known === key)?.[1] ?? m.gone;
  return (
    <div class="pickers" ref={pickers}>
      <div class="table-tools">
        <Select
          label={m.rows}
          value={stub === null ? "" : keyOf(stub)}
          options={[...(stub === null ? [["", m.choose] as const] : []), ...options.map((target) => [target.key, nameOf(target)] as const)]}
          onChoose={(key) => change({ stub: options.find((target) => target.key === key)?.stub ?? null })}
        />
        <Select
          label={m.columns}
          value=""
          options={[["", banners.length === 0 ? m.choose : m.more] as const, ...columns.filter(([key]) => !chosen.includes(key)).map(([key, label]) => [key, label] as const)]}
          onChoose={(key) => {
            const banner = columns.find(([known]) => known === key)?.[2];
            if (banner !== undefined) change({ banners: [...banners, banner] });
          }}
        />
        {stub !== null && banners.length === 1 && banners[0] !== undefined && "question" in banners[0] && (
          <Button
            onClick={() => {
              const [banner] = banners;
              if (banner !== undefined && "question" in banner) change({ stub: banner, banners: [stub] });
            }}
          >
            {m.swap}
          </Button>
        )}
      </div>
      {banners.length > 0 && (
        <ul class="chips" aria-label={m.columns}>
          {chosen.map((key, at) => (
            <li key={key} class="chip on">
              <span class="chip-text">
                <bdi>{labelOf(key)}</bdi>
              </span>
              <button type="button" class="chip-remove" aria-label={m.remove(labelOf(key))} onClick={() => {
                  change({ banners: banners.filter((_, place) => place !== at) });
                  refocus(() => pickers.current?.querySelectorAll<HTMLElement>(".chip-remove"), at, () => pickers.current?.querySelector("select") ?? null);
                }}
              >
                <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <details class="options">
        <summary>{m.options}</summary>
        <div class="table-tools">
          <Select label={m.confidence} value={crosstab.confidence.join()} options={LEVELS.map((levels) => [levels.join(), levels.map((level) => f().percent(level, 0)).join(", ")] as const)} onChoose={(chosen) => change({ confidence: LEVELS.find((levels) => levels.join() === chosen) ?? crosstab.confidence })} />
          <Select label={m.minBase} value={String(crosstab.min_base)} options={BASES.map((base) => [String(base), f().count(base)] as const)} onChoose={(base) => change({ min_base: Number(base) })} />
          <label class="check">
            <input type="checkbox" checked={crosstab.bonferroni} onChange={({ currentTarget }) => change({ bonferroni: currentTarget.checked })} />
            <span>{m.bonferroni}</span>
          </label>
        </div>
      </details>
    </div>
  );
}

/** The block with the words of the person's language: the engine has the values and the starts of spans. */
function namedBlock(block: CrosstabBlock, banner: Banner | undefined, index: Index | null): CrosstabBlock {
  const m = t().crosstab;
  const labelled = (title: string, label: (id: string, label: string) => string) => ({ ...block, title, columns: block.columns.map((column) => ({ ...column, label: label(column.id, column.label) })) });
  if (banner === undefined) return block;
  if ("time" in banner) {
    const { by } = banner.time;
    return labelled(m.spans[by as (typeof SPANS)[number]] ?? block.title, (id) => f().bucket(id, by, false));
  }
  const named = (id: string, label: string) => label || id || t().rules.dialog.empty;
  if ("groups" in banner) return { ...block, title: m.groups };
  if ("variable" in banner) return labelled(block.title, named);
  if (!("field" in banner)) return block;
  const { field } = banner;
  return labelled(m.fields[field as (typeof FIELDS)[number]] ?? block.title, (id, label) => {
    if (field === "collector" && index !== null) return index.collector(id);
    if (field === "status") return t().rules.status[id] ?? named(id, label);
    return field === "language" && id !== "" ? f().languageName(id) : named(id, label);
  });
}

const LEVELS: readonly Levels[] = [[95, 80], [95, 90], [99, 95], [95]];
const BASES = [10, 20, 30, 50, 75, 100] as const;

function Result({ crosstab }: { readonly crosstab: CrosstabState }) {
  const workbench = useWorkbench();
  const view = workbench.view.value;
  const { rule, measure } = workbench.state.value;
  const { stub, banners, confidence, bonferroni, min_base } = crosstab;
  const isAsked = stub !== null && banners.length > 0;
  const request = { confidence, bonferroni, min_base };
  const key = JSON.stringify([rule, stub, banners, request, workbench.version.value]);
  const { value, error, stale } = useAnswer(key, view !== null && isAsked ? () => view.crosstab({ rows: stub, columns: banners, ...request }).then((table) => ({ table, banners })) : null);
  if (!isAsked) return <p class="message">{t().crosstab.start}</p>;
  if (error !== null) return <Notice error={error} />;
  if (value === null) return null;
  const isComplete = workbench.sync.value?.complete === true;
  // The table stays while the next one is counted, and so do the columns that it was asked for.
  const named = { ...value.table, blocks: value.table.blocks.map((block, at) => namedBlock(block, value.banners[at], workbench.index.value)) };
  return (
    <div class={stale ? "crosstab-result stale" : "crosstab-result"}>
      <CrosstabTable model={crosstabOf(isComplete ? named : withoutTests(named), confidence)} crosstab={crosstab} isCount={measure === "count"} />
    </div>
  );
}
