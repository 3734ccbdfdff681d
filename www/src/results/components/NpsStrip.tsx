// Detractors, passives and promoters as one bar of three parts, with their shares in a legend below it.

import type { Figure } from "../models/figure.ts";
import { f, t } from "../words.ts";

const PARTS = ["detractors", "passives", "promoters"] as const;

export function NpsStrip({ figure }: { readonly figure: Figure }) {
  const score = figure.scores.find(({ code }) => code === "nps");
  if (score?.code !== "nps" || score.n === 0) return null;
  const { nps } = score;
  const percent = (part: (typeof PARTS)[number]) => (100 * nps[part]) / nps.n;
  return (
    <div class="nps-chart">
      <div class="nps-strip" aria-hidden="true">
        {PARTS.map((part) => (
          <div key={part} data-part={part} style={{ flexGrow: String(Math.max(percent(part), 0.01)) }} />
        ))}
      </div>
      {/* A legend, because a small part has no room for its own label. */}
      <dl>
        {PARTS.map((part) => (
          <div key={part} data-part={part}>
            <dt>{t().scores[part]}</dt>
            <dd>{f().percent(percent(part), nps.n)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
