// The way to the other pages of the list, and what a list without surveys says.

import { words } from "../../messages/index.ts";
import { ButtonLink } from "../../ui/index.ts";
import { PER_PAGE, type State } from "./url_state.ts";

interface PagingProps {
  readonly state: State;
  readonly shown: number;
  readonly total: number;
  readonly urlOf: (page: number) => string;
}

export function Paging({ state: { page }, shown, total, urlOf }: PagingProps) {
  const { surveys, ui } = words.value;
  if (total <= PER_PAGE && page === 1) return null;
  const from = (page - 1) * PER_PAGE + 1;
  const to = Math.min(total, from + shown - 1);
  return (
    <nav class="paging" aria-label={ui.pages}>
      <p class="hint">{to < from ? surveys.total(total) : surveys.range(from, to, total)}</p>
      <div class="actions">
        {page > 1 && (
          <ButtonLink rel="prev" href={urlOf(page - 1)}>
            {ui.previous}
          </ButtonLink>
        )}
        {to < total && to >= from && (
          <ButtonLink rel="next" href={urlOf(page + 1)}>
            {ui.next}
          </ButtonLink>
        )}
      </div>
    </nav>
  );
}

export function Empty({ state: { title, page } }: { readonly state: State }) {
  const { surveys } = words.value;
  const [heading, lead] = title ? [surveys.noneFound, surveys.noneWithTitle(title)] : page > 1 ? [surveys.emptyPage, surveys.fewerPages] : [surveys.none, surveys.noneYet];
  return (
    <div class="empty">
      <h2>{heading}</h2>
      <p class="lead">{lead}</p>
    </div>
  );
}
