// All keys, and the switch that turns single keys off.

import { Button, Dialog } from "../../ui/index.ts";
import { keysOn, switchKeys } from "../keys.ts";
import { t } from "../words.ts";

export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const m = t().keys;
  return (
    <Dialog title={m.title} onClose={onClose}>
      {m.sections.map(([title, keys]) => (
        <section key={title} class="key-section">
          <h3>{title}</h3>
          <dl class="keys">
            {keys.map(([key, what]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <label class="check">
        <input type="checkbox" checked={keysOn.value} onChange={({ currentTarget }) => switchKeys(currentTarget.checked)} />
        <span>{m.single}</span>
      </label>
      <div class="actions">
        <Button weight="primary" onClick={onClose}>
          {t().table.done}
        </Button>
      </div>
    </Dialog>
  );
}
