// What is on the screen as code: the call of the SDK, and the line for a terminal.

import { CopyButton, Dialog } from "../../ui/index.ts";
import { useAnswer } from "../answer.ts";
import { codeOf } from "../models/code.ts";
import { shownKeys } from "../models/table.ts";
import { useWorkbench } from "../context.ts";
import { named } from "../wording.ts";
import { t } from "../words.ts";

export function AsCode({ onClose }: { readonly onClose: () => void }) {
  const workbench = useWorkbench();
  const state = workbench.state.value;
  const view = workbench.view.value;
  const index = workbench.index.value;
  const m = t().code;
  const columns = useAnswer("columns", view !== null && state.tab === "table" ? () => view.columns() : null);
  const code = codeOf({ ...state, groups: named(state.groups, index) }, { survey_id: workbench.setting.survey_id, index, columns: shownKeys(columns.value ?? [], state.columns), timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone });
  return (
    <Dialog title={m.title} onClose={onClose}>
      <Block title={m.sdk} text={code.sdk} />
      {code.curl === null ? <p class="hint">{m.noCurl}</p> : <Block title={m.curl} text={code.curl} hint={state.tab === "table" ? `${m.curlHint} ${m.curlPreviews}` : m.curlHint} />}
    </Dialog>
  );
}

function Block({ title, text, hint }: { readonly title: string; readonly text: string; readonly hint?: string }) {
  return (
    <section class="code-block">
      <header>
        <h3>{title}</h3>
        <CopyButton weight="quiet" text={text} label={t().copy} />
      </header>
      <pre class="terminal" tabIndex={0} role="region" aria-label={title}>
        <code>{text}</code>
      </pre>
      {hint !== undefined && <p class="hint">{hint}</p>}
    </section>
  );
}
