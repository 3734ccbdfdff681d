// Two to five groups side by side: each is a rule with a name and a colour that it keeps.

import { Button, Notice } from "../../ui/index.ts";
import { type CrosstabState, MOST_GROUPS } from "../url_state.ts";
import { useAnswer } from "../answer.ts";
import { type ComparedFigure, comparedOf, withoutLetters } from "../models/compare.ts";
import { targets } from "../models/targets.ts";
import type { Comparison } from "../types.ts";
import { useWorkbench } from "../context.ts";
import { named } from "../wording.ts";
import { f, t } from "../words.ts";
import { FewExpected, Letters } from "./CrosstabTable.tsx";
import { Groups } from "./Groups.tsx";
import { Near } from "./Near.tsx";
import { Partly, SurveyText, Waiting } from "./Parts.tsx";

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
      {!isAsked && <p class="message">{t().compare.start(f().count(2), f().count(MOST_GROUPS))}</p>}
      {error !== null && <Notice error={error} />}
      {isAsked && value !== null && value.groups.length === groups.length && <Figures comparison={isComplete ? value : withoutLetters(value)} tests={tests} isComplete={isComplete} />}
    </section>
  );
}

type Tests = Pick<CrosstabState, "confidence" | "bonferroni" | "min_base">;

function Figures({ comparison, tests, isComplete }: { readonly comparison: Comparison; readonly tests: Tests; readonly isComplete: boolean }) {
  const figures = comparedOf(comparison, tests.confidence).filter(({ tables, scores }) => tables.length > 0 || scores !== null);
  return (
    <>
      <div class="figures">
        {figures.map((figure) => (
          <Near key={figure.id} place={figure.id} height={160 + figure.tables.reduce((sum, { rows }) => sum + (rows.length + 1) * 30 * comparison.groups.length, 0)}>
            <CompareFigure figure={figure} groups={comparison.groups} />
          </Near>
        ))}
      </div>
      {isComplete && <CompareNotes comparison={comparison} tests={tests} />}
    </>
  );
}

/** How the letters were computed, or why there are none. */
function CompareNotes({ comparison: { overlapping, questions }, tests: { confidence, bonferroni, min_base } }: { readonly comparison: Comparison; readonly tests: Tests }) {
  const m = t().compare;
  const [first = 95, second] = confidence;
  const percent = (level: number) => f().percent(level, 0);
  const comparisons = questions.reduce((sum, { comparisons, letters }) => sum + comparisons * Object.keys(letters).length, 0);
  if (overlapping) return <p class="hint">{m.overlap}</p>;
  if (!questions.some(({ tested }) => tested)) return <p class="hint">{m.small(f().count(min_base))}</p>;
  return (
    <ul class="notes">
      <li>{m.test(percent(first), second === undefined ? null : percent(second), f().count(min_base))}</li>
      {comparisons > 1 && <li>{bonferroni ? m.corrected : t().crosstab.chance(f().count(comparisons), f().count(Math.round((comparisons * (100 - first)) / 100)))}</li>}
      {questions.some(({ expected_low }) => expected_low.length > 0) && <li>{`† ${t().crosstab.fewExpected}`}</li>}
    </ul>
  );
}

function CompareFigure({ figure, groups }: { readonly figure: ComparedFigure; readonly groups: Comparison["groups"] }) {
  const workbench = useWorkbench();
  const heading = `compare-${figure.id}`;
  const tabulate = () => {
    const index = workbench.index.value;
    const stub = (index && targets(index).find((target) => target.stub.question === figure.id)?.stub) ?? null;
    workbench.go({ tab: "crosstab", crosstab: { ...workbench.state.value.crosstab, stub, banners: [{ groups: named(workbench.state.value.groups, index) }] } });
  };
  return (
    <section class="figure panel" data-figure={figure.id} tabIndex={-1} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>
          <span class="figure-number">{f().count(figure.number)}</span>
          <SurveyText clamp>{figure.title}</SurveyText>
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
                <strong>{score === null ? "–" : f().score(score)}</strong>
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
                      <bdi class="clamp">
                        {row.untested && <FewExpected />}
                        {row.label}
                      </bdi>
                    </th>
                  )}
                  <th scope="row" class="group-name">
                    <bdi>{groups[place]?.name}</bdi>
                  </th>
                  <td class="bar-cell">
                    <span class="fill" style={{ inlineSize: `${Math.min(100, cell.percent)}%` }} />
                  </td>
                  <td class="number" title={t().figure.of(f().count(cell.count), f().count(cell.base))}>
                    {cell.base === 0 ? "–" : f().percent(cell.percent, cell.base)}
                    <Letters {...cell} />
                  </td>
                  <td class="number muted difference">{cell.difference === null ? "" : t().compare.points(f().signed(cell.difference, 0))}</td>
                </tr>
              ))}
            </tbody>
          ))}
          {table.means !== null && (
            <tbody class="means">
              {table.means.map(({ mean, letters, meanings }, place) => (
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
                    <Letters letters={letters} meanings={meanings} />
                  </td>
                  <td />
                </tr>
              ))}
            </tbody>
          )}
        </table>
      ))}
      <p class="hint">{t().compare.bases(f().list(figure.bases.map((base, at) => `${groups[at]?.name ?? ""}: ${f().count(base)}`)))}</p>
    </section>
  );
}
