// Asks once whether the answers may be kept on this device. Until then, and without a yes, they are in this tab alone.

import { signal } from "@preact/signals";
import { Button } from "../../ui/index.ts";
import { remember } from "../consent.ts";
import { refocus } from "../focus.ts";
import { useWorkbench } from "../context.ts";
import { t } from "../words.ts";

/** Accounts with surveys for which the person has said "only in this tab", as long as the tab lives. */
const declined = signal<ReadonlySet<string>>(new Set());

export function Consent() {
  const workbench = useWorkbench();
  const { account, survey_id } = workbench.setting;
  const place = JSON.stringify([account, survey_id]);
  if (declined.value.has(place) || !workbench.mayAsk) return null;
  const m = t().consent;
  const focusHeading = () => refocus(() => null, 0, () => document.querySelector<HTMLElement>("h1"));
  const keep = async () => {
    focusHeading();
    try {
      if (await workbench.keep()) await remember(account, survey_id);
    } catch (error) {
      workbench.problem.value = error;
    }
  };
  const decline = () => {
    declined.value = new Set([...declined.value, place]);
    focusHeading();
  };
  return (
    <section class="consent message" aria-labelledby="consent">
      <div>
        <h2 id="consent">{m.question}</h2>
        <p class="hint">{m.hint}</p>
      </div>
      <div class="actions">
        <Button weight="primary" onClick={() => void keep()}>
          {m.keep}
        </Button>
        <Button onClick={decline}>{m.tab}</Button>
      </div>
    </section>
  );
}
