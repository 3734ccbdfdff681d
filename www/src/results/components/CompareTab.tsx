// Two to five groups side by side: each is a rule with a name and a colour that it keeps.

import { Button, Notice } from "../../ui/index.ts";
import { MOST_GROUPS } from "../address.ts";
import { useAnswer } from "../answer.ts";
import { type ComparedFigure, comparedOf, withoutLetters } from "../models/compare.ts";
import type { Comparison } from "../types.ts";
import { useWorkbench } from "../context.ts";
import { named } from "../wording.ts";
import { f, t } from "../words.ts";
import { Groups } from "./Groups.tsx";
import { Near } from "./Near.tsx";
import { Partly, Waiting } from "./Parts.tsx";

export function CompareTab() {
  const workbench = useWorkbench();
  const { rule, crosstab } = workbench.state.value;
  const groups = named(workbench.state.value.groups, workbench.index.value);
  const view = workbench.view.value;
  const isAsked = groups.length >= 2;
  const { confidence, bonferroni, min_base } = crosstab;
  const tests = { confidence, bonferroni, min_base };
  const key = JSON.stringify([rule, groups, tests, workbench.version.value]);
  const { value, error, stale } = useAnswer(key, view !== null && isAsked ? () => view.compare(groups, tests) : null);
  const isComplete = workbench.sync.value?.complete === true;
  if (view === null || (workbench.sync.value?.held ?? 0) === 0) return <Waiting />;
  return (
    <section class={stale ? "compare-tab stale" : "compare-tab"} aria-label={t().tabs.compare}>
      <Partly />
      <Groups counts={isAsked ? value?.groups : undefined} />
      {!isAsked && <p class="message">{t().compare.start(f().n(2), f().n(MOST_GROUPS))}</p>}
      {error !== null && <Notice error={error} />}
      {isAsked && value !== null && value.groups.length === groups.length && <Figures comparison={isComplete ? value : withoutLetters(value)} />}
    </section>
  );
}

function Figures({ comparison }: { readonly comparison: Comparison }) {
  const figures = comparedOf(comparison).filter(({ tables, scores }) => tables.length > 0 || scores !== null);
  return (
    <>
      <div class="figures">
        {figures.map((figure) => (
          <Near key={figure.id} place={figure.id} height={160 + figure.tables.reduce((sum, { rows }) => sum + (rows.length + 1) * 30 * comparison.groups.length, 0)}>
            <CompareFigure figure={figure} groups={comparison.groups} />
          </Near>
        ))}
      </div>
      <p class="hint">{t().compare.letters}</p>
    </>
  );
}

function CompareFigure({ figure, groups }: { readonly figure: ComparedFigure; readonly groups: Comparison["groups"] }) {
  const workbench = useWorkbench();
  const heading = `compare-${figure.id}`;
  const tabulate = () => {
    const question = workbench.index.value?.question(figure.id);
    const row = question?.form === "one" || question?.form === "many" ? undefined : question?.rows[0]?.id;
    workbench.go({ tab: "crosstab", crosstab: { ...workbench.state.value.crosstab, stub: { question: figure.id, ...(row !== undefined && { row }) }, banners: [{ groups: named(workbench.state.value.groups, workbench.index.value) }] } });
  };
  return (
    <section class="figure panel" data-figure={figure.id} tabIndex={-1} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>
          <span class="figure-number">{f().n(figure.number)}</span>
          <bdi class="clamp">{figure.title}</bdi>
        </h2>
        <Button weight="quiet" onClick={tabulate}>
          {t().figure.menu.crosstab}
        </Button>
      </header>
      {figure.scores !== null && (
        <dl class="scores">
          {figure.scores.map((score, at) => (
            <div key={at} data-series={at + 1}>
              <dt>
                <span class="swatch" aria-hidden="true" /> <bdi>{groups[at]?.name}</bdi>
              </dt>
              <dd>
                <strong>{score === null ? "–" : f().signed(Math.round(score), 0)}</strong>
                <span class="hint">{t().scores.nps}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {figure.tables.map((table, at) => (
        <table key={at} class="compare">
          <caption class={table.label === null ? "visually-hidden" : undefined}>{table.label ?? figure.title}</caption>
          <thead class="visually-hidden">
            <tr>
              <th scope="col">{t().figure.answer}</th>
              <th scope="col">{t().compare.group}</th>
              <td />
              <th scope="col">{t().measure.percent}</th>
              <th scope="col">{t().compare.difference}</th>
            </tr>
          </thead>
          {table.rows.map((row) => (
            <tbody key={row.id}>
              {row.cells.map((cell, place) => (
                <tr key={place} data-series={place + 1}>
                  {place === 0 && (
                    <th scope="rowgroup" rowSpan={row.cells.length}>
                      <bdi class="clamp">{row.label}</bdi>
                    </th>
                  )}
                  <th scope="row" class="group-name">
                    <bdi>{groups[place]?.name}</bdi>
                  </th>
                  <td class="bar-cell">
                    <span class="fill" style={{ inlineSize: `${Math.min(100, cell.percent)}%` }} />
                  </td>
                  <td class="number" title={t().figure.of(f().n(cell.count), f().n(cell.base))}>
                    {cell.base === 0 ? "–" : f().percent(cell.percent, cell.base)}
                    {cell.letters !== "" && <span class="letters">{cell.letters}</span>}
                  </td>
                  <td class="number muted difference">{cell.difference === null ? "" : t().compare.points(f().signed(cell.difference, 0))}</td>
                </tr>
              ))}
            </tbody>
          ))}
          {table.means !== null && (
            <tbody class="means">
              {table.means.map(({ mean, letters }, place) => (
                <tr key={place} data-series={place + 1}>
                  {place === 0 && (
                    <th scope="rowgroup" rowSpan={table.means?.length ?? 1}>
                      {t().scores.mean}
                    </th>
                  )}
                  <th scope="row" class="group-name">
                    <bdi>{groups[place]?.name}</bdi>
                  </th>
                  <td />
                  <td class="number">
                    {mean === null ? "–" : f().fixed(mean, 2)}
                    {letters !== "" && <span class="letters">{letters}</span>}
                  </td>
                  <td />
                </tr>
              ))}
            </tbody>
          )}
        </table>
      ))}
      <p class="hint">{t().compare.bases(f().list(figure.bases.map((base, at) => `${groups[at]?.name ?? ""}: ${f().n(base)}`)))}</p>
    </section>
  );
}
