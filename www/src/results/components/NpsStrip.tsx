// Detractors, passives and promoters as one bar of three parts; the numbers next to it are the same.

import type { Figure } from "../models/figure.ts";
import { f, t } from "../words.ts";

const PARTS = ["detractors", "passives", "promoters"] as const;

export function NpsStrip({ figure }: { readonly figure: Figure }) {
  const score = figure.scores.find(({ code }) => code === "nps");
  if (score?.code !== "nps" || score.n === 0) return null;
  const { nps } = score;
  return (
    <dl class="nps-strip">
      {PARTS.map((part) => {
        const percent = (100 * nps[part]) / nps.n;
        return (
          <div key={part} data-part={part} style={{ flexGrow: String(Math.max(percent, 0.01)) }}>
            <dt>{t().scores[part]}</dt>
            <dd>{f().percent(percent, nps.n)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
