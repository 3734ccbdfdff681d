// Responses over time, and the score of a question: in the person's time zone, or in UTC as the service counts.

import { useState } from "preact/hooks";
import { Button, Notice, Select } from "../../ui/index.ts";
import { INTERVALS } from "../url_state.ts";
import { useAnswer } from "../answer.ts";
import { useKeys } from "../keys.ts";
import { mayScore, trendRequest } from "../models/requests.ts";
import { type TrendModel, spanOf, trendOf } from "../models/trend.ts";
import { every, parts } from "../rules.ts";
import { shorten } from "../wording.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";
import { Partly, Waiting } from "./Parts.tsx";
import { Toggle } from "./Toggle.tsx";
import { TrendChart } from "./TrendChart.tsx";

export function TimeTab() {
  const workbench = useWorkbench();
  const { by, utc, rule } = workbench.state.value;
  const view = workbench.view.value;
  const index = workbench.index.value;
  const step = (by_: number) => {
    const next = INTERVALS[INTERVALS.indexOf(by) + by_];
    if (next !== undefined) workbench.go({ by: next }, "replace");
  };
  useKeys({ "[": () => step(-1), "]": () => step(1) });
  const request = trendRequest(workbench.state.value, index);
  const { value, error, stale } = useAnswer(JSON.stringify([rule, request, workbench.version.value]), view === null ? null : () => view.trend(request).then((trend) => ({ trend, request })));
  if (index === null || (workbench.sync.value?.held ?? 0) === 0) return <Waiting />;

  const m = t().time;
  const { question, row } = request;
  const rows = row === undefined || question === undefined ? [] : (index.question(question)?.rows ?? []);
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <section class={stale ? "time-tab stale" : "time-tab"} aria-label={t().tabs.time}>
      <Partly />
      <div class="table-tools">
        <Select
          label={m.what}
          quiet
          value={question ?? ""}
          options={[["", m.responses] as const, ...index.questions.filter(mayScore).map(({ id, number, heading }) => [id, `${number}. ${shorten(heading, 70)}`] as const)]}
          onChoose={(id) => workbench.go({ question: id || null, row: null })}
        />
        {rows.length > 1 && <Select label={m.row} quiet value={row ?? ""} options={rows.map(({ id, label, deleted }) => [id, deleted ? `${shorten(label, 70)} (${t().crosstab.gone})` : shorten(label, 70)] as const)} onChoose={(id) => workbench.go({ row: id })} />}
        <Toggle label={m.by} value={by} options={INTERVALS.map((interval) => [interval, m.intervals[interval]] as const)} onChoose={(interval) => workbench.go({ by: interval }, "replace")} />
        {zone !== "UTC" && <Toggle label={m.zone} value={utc ? "utc" : "local"} options={[["local", zone] as const, ["utc", m.utc] as const]} onChoose={(chosen) => workbench.go({ utc: chosen === "utc" }, "replace")} />}
      </div>
      {/* The numbers stay while the next ones are counted, and so does what they were asked for. */}
      {error !== null ? <Refusal error={error} /> : value !== null && <Trend model={trendOf(value.trend, value.request.question !== undefined)} by={value.request.by} utc={value.request.timeZone !== undefined} />}
    </section>
  );
}

/** Why there are no numbers. The engine counts so many periods and no more. */
function Refusal({ error }: { readonly error: unknown }) {
  const { kind, path } = error as { readonly kind?: string; readonly path?: string };
  if (kind !== "invalid_argument" || path !== "by") return <Notice error={error} />;
  return (
    <p class="message" role="alert">
      {t().time.tooMany}
    </p>
  );
}

function Trend({ model, by, utc }: { readonly model: TrendModel; readonly by: string; readonly utc: boolean }) {
  const workbench = useWorkbench();
  const [showsTable, setShowsTable] = useState(false);
  const m = t().time;
  const { points, measured, sparse } = model;
  if (points.length === 0) return <p class="message">{t().none}</p>;
  if (measured !== "count" && points.every(({ value }) => value === null)) return <p class="message">{m.noScore}</p>;
  const [first, last] = [points[0], points.at(-1)].map((point) => point && f().bucket(point.from, "year", utc));
  const areYears = first !== last;
  const choose = (from: number, to: number) => {
    const span = spanOf(points, from, to);
    const others = parts(workbench.state.value.rule).filter((part) => !("created" in part));
    if (span !== null) workbench.go({ rule: every([...others, span]) });
  };
  return (
    <div class="panel">
      <h2>{measured === "count" ? m.countTitle(m.intervals[by as never] ?? by) : measured === "nps" ? m.npsTitle : m.meanTitle}</h2>
      <TrendChart model={model} by={by} utc={utc} areYears={areYears} onBrush={choose} />
      {sparse && (
        <p class="message" role="status">
          {m.sparse}
        </p>
      )}
      <p class="hint">
        {measured === "count" ? m.countHint : m.scoreHint} {m.brushHint}
      </p>
      <div>
        <Button weight="quiet" aria-expanded={showsTable} onClick={() => setShowsTable(!showsTable)}>
          {showsTable ? m.hideTable : m.showTable}
        </Button>
      </div>
      {/* It may have thousands of rows. */}
      {showsTable && (
        <div class="scroll" tabIndex={0} role="region" aria-label={m.table}>
          <table class="grid">
            <caption class="visually-hidden">{m.table}</caption>
            <thead>
              <tr>
                <th scope="col">{m.span}</th>
                {measured !== "count" && <th scope="col">{measured === "nps" ? t().scores.nps : t().scores.mean}</th>}
                {measured !== "count" && <th scope="col">{m.band}</th>}
                <th scope="col">{measured === "count" ? m.responses : t().figure.n}</th>
                <th scope="col" class="no-print">{m.filter}</th>
              </tr>
            </thead>
            <tbody>
              {points.map((point, at) => (
                <tr key={point.from}>
                  <th scope="row">
                    {f().bucket(point.from, by, utc, areYears)}
                    {point.current && ` ${m.current}`}
                  </th>
                  {measured !== "count" && <td class="number">{point.value === null ? "–" : measured === "nps" ? f().score(point.value) : f().fixed(point.value, 2)}</td>}
                  {measured !== "count" && <td class="number">{point.low === null || point.high === null ? "–" : m.between(f().fixed(point.low, 1), f().fixed(point.high, 1))}</td>}
                  <td class="number">{f().count(point.n)}</td>
                  <td class="no-print">
                    <Button weight="quiet" onClick={() => choose(at, at)} disabled={point.n === 0}>
                      {m.filter}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
