// A published snapshot: the same in the preview and behind the link.

import { useState } from "preact/hooks";
import { MEASURES, type Measure } from "../url_state.ts";
import { baseOf } from "../figure_text.ts";
import type { SharedView, Snapshot } from "../share/snapshot.ts";
import { f, t } from "../words.ts";
import { Notes, Scores } from "./FigureNotes.tsx";
import { FigurePart } from "./FigurePart.tsx";
import { Toggle } from "./Toggle.tsx";

export function SharedSnapshot({ snapshot }: { readonly snapshot: Snapshot }) {
  const [measure, setMeasure] = useState<Measure>("percent");
  const [at, setAt] = useState("0");
  const { views } = snapshot;
  const view = views[Number(at)] ?? views[0];
  const m = t().shared;
  return (
    <div class="snapshot">
      {snapshot.rules !== null && <p class="base">{t().share.rules(snapshot.rules)}</p>}
      <div class="summary-tools">
        {views.length > 1 && <Toggle label={m.groups} value={at} options={views.map(({ name }, place) => [String(place), name ?? m.everybody] as const)} onChoose={setAt} />}
        <Toggle label={t().measure.label} value={measure} options={MEASURES.filter((value) => value !== "all").map((value) => [value, t().measure[value]] as const)} onChoose={setMeasure} />
      </div>
      {views.length > 1 && <h2 class="print-group">{m.group(view?.name ?? m.everybody)}</h2>}
      {snapshot.hides && <p class="message">{m.hidden}</p>}
      {snapshot.rounds && <p class="message">{m.rounded}</p>}
      {view !== undefined && <Group view={view} measure={measure} />}
    </div>
  );
}

function Group({ view, measure }: { readonly view: SharedView; readonly measure: Measure }) {
  if (view.about === null) return <p class="message">{t().shared.few}</p>;
  return (
    <>
      <p class="base">{t().shared.about(f().count(view.about))}</p>
      <div class="figures">
        {view.figures.map((figure) => (
          <section key={figure.id} class="figure panel" data-figure={figure.id} aria-labelledby={`shared-${figure.id}`}>
            <header>
              <h2 id={`shared-${figure.id}`}>
                <span class="figure-number">{f().count(figure.number)}</span>
                <bdi>{figure.title}</bdi>
              </h2>
            </header>
            <p class="base">{baseOf(figure)}</p>
            <Scores scores={figure.scores} />
            {figure.n !== null && <FigurePart figure={figure} measure={measure} asTable={false} isStill />}
            <Notes notes={figure.notes} />
          </section>
        ))}
      </div>
    </>
  );
}
