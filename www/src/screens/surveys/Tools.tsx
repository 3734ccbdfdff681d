// Search and order of the list. Both are in the URL, which changes while a person types.

import { useEffect, useRef } from "preact/hooks";
import { words } from "../../messages/index.ts";
import { href, replace } from "../../router.ts";
import { ORDERS, type Order, type State, queryOf } from "./url_state.ts";
import { Select } from "../../ui/index.ts";

/** Milliseconds without a key until the search begins. */
const PAUSE = 250;

const KEYS = Object.keys(ORDERS) as Order[];

export function Tools({ state }: { readonly state: State }) {
  const { surveys } = words.value;
  const field = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The title that the field itself has put in the URL. */
  const sent = useRef(state.title);
  useEffect(() => () => clearTimeout(pause.current), []);
  /** Changes the URL, with the title as it is in the field: nothing that was typed is lost by another change. */
  const change = (part: Partial<State>) => {
    clearTimeout(pause.current);
    sent.current = field.current?.value.trim() ?? "";
    replace(href("/surveys", queryOf({ ...state, ...part, title: sent.current, page: 1 })));
  };
  const search = () => {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => change({}), PAUSE);
  };
  // The URL also changes without the field: by the browser's buttons. Its own change must not remove what was typed
  // since.
  useEffect(() => {
    if (field.current !== null && state.title !== sent.current) field.current.value = state.title;
    sent.current = state.title;
  }, [state.title]);
  return (
    <form class="tools" role="search" onSubmit={(event) => event.preventDefault()}>
      <input ref={field} type="search" id="search" placeholder={surveys.search} aria-label={surveys.search} autocomplete="off" defaultValue={state.title} onInput={search} />
      <Select id="order" label={surveys.order} quiet value={state.order} options={KEYS.map((key) => [key, surveys.orders[key]])} onChoose={(order) => change({ order })} />
    </form>
  );
}
