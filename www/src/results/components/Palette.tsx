// The command palette: every command and every question, found by some of their letters.

import { useEffect, useId, useState } from "preact/hooks";
import { useModal } from "../../ui/index.ts";
import type { Command } from "../commands.ts";
import { search } from "../models/palette.ts";
import { useWorkbench } from "../context.ts";
import { showFigure } from "../focus.ts";
import { t } from "../words.ts";

const MOST = 40;

export function Palette({ commands, onClose }: { readonly commands: readonly Command[]; readonly onClose: () => void }) {
  const workbench = useWorkbench();
  const modal = useModal(onClose);
  const id = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const questions = (workbench.index.value?.questions ?? []).map(({ id: question, number, heading }): Command => ({
    id: `question-${question}`,
    label: `${number}. ${heading}`,
    hint: t().palette.question,
    act: () => {
      workbench.go({ tab: "summary" });
      showFigure(question);
    },
  }));
  const found = search([...commands, ...questions], text, ({ label, hint = "" }) => `${label} ${hint}`).slice(0, MOST);
  const current = Math.min(at, found.length - 1);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.act();
  };
  const keydown = (event: KeyboardEvent) => {
    // While an input method composes a word, these keys choose among its candidates. Safari has only the code.
    if (event.isComposing || event.keyCode === 229) return;
    const to = { ArrowDown: current + 1, ArrowUp: current - 1 }[event.key];
    if (event.key === "Enter") run(found[current]);
    else if (to !== undefined) setAt((to + found.length) % Math.max(1, found.length));
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    modal.ref.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <dialog {...modal} class="dialog palette" aria-label={t().menus.commands}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[current] ? `${id}-${current}` : undefined}
        aria-label={t().palette.find}
        placeholder={t().palette.find}
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={keydown}
      />
      <ul role="listbox" id={id} aria-label={t().menus.commands}>
        {found.map((command, place) => (
          <li key={command.id} id={`${id}-${place}`} role="option" aria-selected={place === current} onClick={() => run(command)}>
            <bdi class="clamp">{command.label}</bdi>
            {command.hint !== undefined && <span class="hint">{command.hint}</span>}
            {command.keys !== undefined && <kbd>{command.keys}</kbd>}
          </li>
        ))}
      </ul>
      <p class="hint" role="status">
        {found.length === 0 && t().palette.nothing}
      </p>
    </dialog>
  );
}
