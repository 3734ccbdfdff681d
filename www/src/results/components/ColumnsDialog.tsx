// Which columns the table has, and in which order.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button, Dialog } from "../../ui/index.ts";
import type { TableColumn } from "../types.ts";
import { t } from "../words.ts";

interface ColumnsDialogProps {
  readonly columns: readonly TableColumn[];
  readonly chosen: readonly string[];
  readonly onChoose: (keys: readonly string[] | null) => void;
  readonly onClose: () => void;
}

export function ColumnsDialog({ columns, chosen, onChoose, onClose }: ColumnsDialogProps) {
  const [find, setFind] = useState("");
  const m = t().table;
  const name = ({ key, label }: TableColumn) => m.fields[key] ?? label;
  const wanted = find.trim().toLocaleLowerCase();
  const first = chosen.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  const others = columns.filter(({ key }) => !chosen.includes(key));
  const list = useRef<HTMLUListElement>(null);
  /** The row whose control was pressed, and its controls in the order in which they take the focus. */
  const pressed = useRef<readonly [key: string, ...controls: readonly string[]] | null>(null);
  useLayoutEffect(() => {
    // A row that moves loses the focus, and so does a button that is disabled at the end of the list.
    const [key, ...controls] = pressed.current ?? [];
    pressed.current = null;
    const row = Array.from(list.current?.querySelectorAll<HTMLElement>("li") ?? []).find(({ dataset }) => dataset["column"] === key);
    controls.flatMap((control) => row?.querySelector<HTMLElement>(`${control}:enabled`) ?? [])[0]?.focus();
  });
  const toggle = (key: string, on: boolean) => {
    const next = on ? [...chosen, key] : chosen.filter((other) => other !== key);
    if (next.length === 0) return;
    pressed.current = [key, "input"];
    onChoose(next);
  };
  const move = (key: string, by: number) => {
    pressed.current = by < 0 ? [key, ".earlier", ".later"] : [key, ".later", ".earlier"];
    const at = chosen.indexOf(key);
    const next = chosen.filter((other) => other !== key);
    next.splice(Math.max(0, at + by), 0, key);
    onChoose(next);
  };
  return (
    <Dialog title={m.chooseColumns} onClose={onClose}>
      <input type="search" aria-label={m.findColumn} placeholder={m.findColumn} value={find} onInput={({ currentTarget }) => setFind(currentTarget.value)} />
      <ul class="column-list" ref={list} tabIndex={0} aria-label={m.chooseColumns}>
        {[...first, ...others]
          .filter((column) => name(column).toLocaleLowerCase().includes(wanted))
          .map((column) => {
            const on = chosen.includes(column.key);
            return (
              <li key={column.key} data-column={column.key}>
                <label class="check">
                  <input type="checkbox" checked={on} onChange={({ currentTarget }) => toggle(column.key, currentTarget.checked)} />
                  <bdi class="clamp">{name(column)}</bdi>
                </label>
                {on && wanted === "" && (
                  <span class="column-moves">
                    <button type="button" class="button quiet earlier" aria-label={m.earlier(name(column))} disabled={chosen[0] === column.key} onClick={() => move(column.key, -1)}>
                      ↑
                    </button>
                    <button type="button" class="button quiet later" aria-label={m.later(name(column))} disabled={chosen.at(-1) === column.key} onClick={() => move(column.key, 1)}>
                      ↓
                    </button>
                  </span>
                )}
              </li>
            );
          })}
      </ul>
      <div class="actions">
        <Button weight="primary" onClick={onClose}>
          {m.done}
        </Button>
        <Button weight="quiet" onClick={() => onChoose(null)}>
          {m.usual}
        </Button>
      </div>
    </Dialog>
  );
}
