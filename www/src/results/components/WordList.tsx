// The words that stand in most answers. A click searches for one.

import { useState } from "preact/hooks";
import { Button } from "../../ui/index.ts";
import { useAnswer } from "../answer.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";

/** Fewer answers are read faster than counted. */
const FEWEST = 10;
const FIRST = 20;

export function WordList({ question, row, version }: { readonly question: string; readonly row: string | null; readonly version: number }) {
  const workbench = useWorkbench();
  const [isAll, setAll] = useState(false);
  const view = workbench.view.value;
  const { rule, search } = workbench.state.value;
  const { value } = useAnswer(JSON.stringify([rule, question, row, version]), view === null ? null : () => view.words({ question, ...(row !== null && { row }), top: 100, min: 3 }));
  if (value === null || value.n < FEWEST || value.words.length === 0) return null;
  const words = isAll ? value.words : value.words.slice(0, FIRST);
  const largest = value.words[0]?.count ?? 1;
  const choose = (word: string) => workbench.go({ search: search === word ? "" : word }, "replace");
  return (
    <aside class="words panel" aria-labelledby="words">
      <h2 id="words">{t().text.words}</h2>
      <p class="hint">{t().text.wordsHint(f().count(value.n))}</p>
      <table class="bars">
        <caption class="visually-hidden">{t().text.words}</caption>
        <thead class="visually-hidden">
          <tr>
            <th scope="col">{t().text.word}</th>
            <td />
            <th scope="col">{t().text.answers}</th>
          </tr>
        </thead>
        <tbody>
          {words.map(({ word, count }) => (
            <tr key={word} class={search === word ? "chosen" : undefined}>
              <th scope="row">
                <button type="button" class="bar-label" aria-pressed={search === word} onClick={() => choose(word)}>
                  <bdi>{word}</bdi>
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
      {value.words.length > FIRST && (
        <Button weight="quiet" onClick={() => setAll(!isAll)}>
          {isAll ? t().figure.fewer(f().count(FIRST)) : t().figure.showAll(f().count(value.words.length))}
        </Button>
      )}
    </aside>
  );
}
