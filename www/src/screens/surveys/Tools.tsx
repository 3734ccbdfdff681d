// Search and order of the list. Both are in the address, which changes while a person types.

import { useEffect, useRef } from "preact/hooks";
import { words } from "../../messages/index.ts";
import { href, replace } from "../../router.ts";
import { ORDERS, type Order, type State, queryOf } from "./address.ts";
import { Select } from "../../ui/index.ts";

/** Milliseconds without a key until the search begins. */
const PAUSE = 250;

const KEYS = Object.keys(ORDERS) as Order[];

export function Tools({ state }: { readonly state: State }) {
  const { surveys } = words.value;
  const field = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const change = (part: Partial<State>) => replace(href("/surveys", queryOf({ ...state, ...part, page: 1 })));
  const search = () => {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => change({ title: field.current?.value.trim() ?? "" }), PAUSE);
  };
  // The address also changes without the field: by the browser's buttons.
  useEffect(() => {
    if (field.current !== null && field.current.value.trim() !== state.title) field.current.value = state.title;
  }, [state.title]);
  return (
    <form class="tools" role="search" onSubmit={(event) => event.preventDefault()}>
      <input ref={field} type="search" id="search" placeholder={surveys.search} aria-label={surveys.search} autocomplete="off" defaultValue={state.title} onInput={search} />
      <Select id="order" label={surveys.order} quiet value={state.order} options={KEYS.map((key) => [key, surveys.orders[key]])} onChoose={(order) => change({ order })} />
    </form>
  );
}
