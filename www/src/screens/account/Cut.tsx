// The end of a list that has more than it shows.

import { words } from "../../messages/index.ts";

export function Cut({ shown, total }: { readonly shown: number; readonly total: number }) {
  return shown < total ? <p class="hint">{words.value.account.shownOf(shown, total)}</p> : null;
}
