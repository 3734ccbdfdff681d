// Where people leave: the pages as a funnel, and the time that whole responses took.

import { Notice } from "../../ui/index.ts";
import { useAnswer } from "../answer.ts";
import { endedOtherwise, stepsOf } from "../models/funnel.ts";
import { COMPLETED, add } from "../rules.ts";
import type { Funnel, Rule } from "../types.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";
import { Partly, Waiting } from "./Parts.tsx";

export function DropoffTab() {
  const workbench = useWorkbench();
  const { rule } = workbench.state.value;
  const view = workbench.view.value;
  const { value, error, stale } = useAnswer(`${JSON.stringify(rule)} ${workbench.version.value}`, view === null ? null : () => view.funnel());
  if ((workbench.sync.value?.held ?? 0) === 0) return <Waiting />;
  if (error !== null) return <Notice error={error} />;
  if (value === null) return <Waiting />;
  return (
    <section class={stale ? "dropoff stale" : "dropoff"} aria-label={t().tabs.dropoff}>
      <Partly />
      <Pages funnel={value} />
      <Time funnel={value} />
    </section>
  );
}

function Pages({ funnel }: { readonly funnel: Funnel }) {
  const workbench = useWorkbench();
  const m = t().dropoff;
  const { began, completed, paths } = funnel;
  const others = endedOtherwise(funnel);
  const filter = (part: Rule) => workbench.go({ rule: add(workbench.state.value.rule, part) });
  const percent = (count: number) => f().percent(began > 0 ? (100 * count) / began : 0, began);
  return (
    <div class="panel">
      <h2>{m.title}</h2>
      <dl class="scores">
        <div>
          <dt>{m.began}</dt>
          <dd>
            <strong>{f().count(began)}</strong>
          </dd>
        </div>
        <div>
          <dt>{m.completed}</dt>
          <dd>
            <strong>{f().count(completed)}</strong>
            <span class="hint">{percent(completed)}</span>
          </dd>
        </div>
      </dl>
      {began === 0 ? (
        <p class="hint">{t().none}</p>
      ) : (
        <table class="bars funnel">
          <caption class="visually-hidden">{m.title}</caption>
          <thead>
            <tr>
              <th scope="col">{m.page}</th>
              <td />
              <th scope="col">{m.reached}</th>
              <th scope="col">{m.left}</th>
            </tr>
          </thead>
          <tbody>
            {stepsOf(funnel).map((step) => (
              <tr key={step.id} class={step.is_worst ? "worst" : undefined}>
                <th scope="row">
                  <button type="button" class="bar-label" onClick={() => filter({ reached: step.id })} disabled={step.reached === 0}>
                    <bdi class="clamp">{t().rules.page(step.number, step.title)}</bdi>
                  </button>
                  {step.is_worst && <span class="tag warn">{m.worst}</span>}
                </th>
                <td class="bar-cell">
                  <span class="fill" style={{ inlineSize: `${step.percent}%` }} />
                </td>
                <td class="number">
                  {f().count(step.reached)} <span class="muted">{f().percent(step.percent, began)}</span>
                </td>
                <td class="number">
                  {step.left === 0 ? (
                    f().count(0)
                  ) : (
                    <button type="button" class="bar-label" title={m.filterLeft(f().count(step.left), step.number)} onClick={() => filter({ left_at: step.id })}>
                      {f().count(step.left)} <span class="muted">{f().percent(step.percent_left, began)}</span>
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ul class="notes">
        {!paths && <li>{m.fromAnswers}</li>}
        {others > 0 && <li>{m.others(f().count(others))}</li>}
        <li>{m.noPageTimes}</li>
      </ul>
    </div>
  );
}

function Time({ funnel }: { readonly funnel: Funnel }) {
  const workbench = useWorkbench();
  const m = t().dropoff;
  const { seconds, histogram } = funnel;
  if (seconds === null || seconds.n === 0) return null;
  const largest = Math.max(1, ...histogram.map(({ count }) => count));
  // The chart counts completed responses whose time is known.
  const filter = (from: number, to: number | null) => {
    const seconds = { min: Math.max(1, from), ...(to !== null && { max: to - 1 }) };
    workbench.go({ rule: add(add(workbench.state.value.rule, COMPLETED), { seconds }) });
  };
  return (
    <div class="panel">
      <h2>{m.time}</h2>
      <p class="base">{t().figure.base(seconds.n, f().count(seconds.n))}</p>
      <dl class="scores">
        <div>
          <dt>{t().scores.median}</dt>
          <dd>
            <strong>{f().duration(seconds.median)}</strong>
          </dd>
        </div>
        <div>
          <dt>{m.p90}</dt>
          <dd>
            <strong>{f().duration(seconds.p90)}</strong>
          </dd>
        </div>
      </dl>
      <table class="bars">
        <caption class="visually-hidden">{m.time}</caption>
        <thead class="visually-hidden">
          <tr>
            <th scope="col">{m.took}</th>
            <td />
            <th scope="col">{m.responses}</th>
          </tr>
        </thead>
        <tbody>
          {histogram.map(({ from, to, count }) => (
            <tr key={from}>
              <th scope="row">
                <button type="button" class="bar-label" disabled={count === 0} onClick={() => filter(from, to)}>
                  {to === null ? m.atLeast(f().duration(from)) : m.between(f().duration(from), f().duration(to))}
                </button>
              </th>
              <td class="bar-cell">
                <span class="fill" style={{ inlineSize: `${(100 * count) / largest}%` }} />
              </td>
              <td class="number">{f().count(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">{m.timeHint}</p>
    </div>
  );
}
