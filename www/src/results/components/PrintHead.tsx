// The head of a printed view: rules, base, time and address, which are needed to repeat its tables.

import { parts } from "../rules.ts";
import { describe } from "../wording.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";
import { usePartly } from "./Parts.tsx";

export function PrintHead() {
  const workbench = useWorkbench();
  const { rule } = workbench.state.value;
  const sync = workbench.sync.value;
  const partly = usePartly();
  const conditions = parts(rule).map((part) => describe(part, workbench.index.value, { zoned: true }));
  return (
    <header class="print-head">
      <dl>
        <div>
          <dt>{t().print.rules}</dt>
          <dd>{conditions.length === 0 ? t().rules.everything : f().list(conditions)}</dd>
        </div>
        {sync?.as_of && (
          <div>
            <dt>{t().print.asOf}</dt>
            <dd>
              {f().zoned(sync.as_of)}
              {partly !== "" && ` (${partly})`}
            </dd>
          </div>
        )}
        <div>
          <dt>{t().print.address}</dt>
          <dd class="mono">{location.href}</dd>
        </div>
      </dl>
    </header>
  );
}
