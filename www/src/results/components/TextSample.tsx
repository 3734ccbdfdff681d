// The newest answers in words below a question, and the way to all of them.

import { Button } from "../../ui/index.ts";
import { useAnswer } from "../answer.ts";
import type { Figure } from "../models/figure.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";

const SAMPLE = 3;

export function TextSample({ figure, count }: { readonly figure: Figure; readonly count: number }) {
  const workbench = useWorkbench();
  const view = workbench.view.value;
  const isHeld = workbench.sync.value?.complete === true;
  const key = `${figure.id} ${JSON.stringify(workbench.state.value.rule)} ${workbench.version.value}`;
  const { value } = useAnswer(key, view !== null && isHeld ? () => view.texts({ question: figure.id, from: 0, to: SAMPLE, order: "newest" }) : null);
  const read = () => workbench.go({ tab: "text", question: figure.id, row: null });
  return (
    <div class="text-sample">
      <ul>
        {value?.items.map((item, at) => (
          <li key={`${item.response_id} ${at}`}>
            <bdi class="clamp">{item.text}</bdi>
          </li>
        ))}
      </ul>
      {count > 0 && <Button onClick={read}>{t().figure.read(count, f().count(count))}</Button>}
    </div>
  );
}
