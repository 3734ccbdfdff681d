// The links to results that the account has published, also those of surveys that are deleted or no longer shared with it.

import type { SurveyId } from "/sdk/index.js";
import { useRef, useState } from "preact/hooks";
import { announce } from "../../frame/announcer.ts";
import { words } from "../../messages/index.ts";
import { refocus } from "../../results/focus.ts";
import { type Link, listLinks, revoke } from "../../results/share/links.ts";
import { canvass, fail, isAbort, isSignedOut } from "../../session.ts";
import { plain } from "../../text.ts";
import { Button, Notice } from "../../ui/index.ts";

/** A link with the title of its survey; null if the account cannot open the survey any more. */
export interface TitledLink extends Link {
  readonly title: string | null;
}

export async function loadLinks(signal: AbortSignal): Promise<readonly TitledLink[]> {
  const links = await listLinks(signal);
  const ids = [...new Set(links.map(({ survey_id }) => survey_id))];
  const titles = new Map(await Promise.all(ids.map(async (id) => [id, await titleOf(id, signal)] as const)));
  return links.map((link) => ({ ...link, title: titles.get(link.survey_id) ?? null }));
}

async function titleOf(id: string, signal: AbortSignal): Promise<string | null> {
  try {
    return plain((await canvass.surveys.get({ survey_id: id as SurveyId }, { signal, background: true })).title);
  } catch (error) {
    if (isSignedOut(error) || isAbort(error)) throw error;
    // Whatever the reason, the link can be revoked.
    const { kind } = error as { readonly kind?: unknown };
    return kind === "not_found" || kind === "not_permitted" ? null : id;
  }
}

export function Links({ links: loaded }: { readonly links: readonly TitledLink[] }) {
  const { account } = words.value;
  const [error, setError] = useState<unknown>(null);
  const [revoked, setRevoked] = useState<readonly string[]>([]);
  const list = useRef<HTMLUListElement>(null);
  const links = loaded.filter(({ id }) => !revoked.includes(id));
  const end = async (id: string, at: number) => {
    setError(null);
    try {
      await revoke(id);
      announce(account.linkRevoked);
      setRevoked((before) => [...before, id]);
      refocus(() => list.current?.querySelectorAll<HTMLElement>(".button"), at, () => document.querySelector<HTMLElement>("h1"));
    } catch (cause) {
      if (isSignedOut(cause)) fail(cause);
      else if (!isAbort(cause)) setError(cause);
    }
  };
  return (
    <>
      <p class="lead">{links.length === 0 ? account.noLink : account.linksLead}</p>
      {error !== null && <Notice error={error} />}
      {links.length > 0 && (
        <ul class="entries" ref={list}>
          {links.map((link, at) => (
            <li key={link.id}>
              <Described link={link} />
              <Button weight="danger" aria-label={account.revokeOf(link.title ?? account.surveyGone)} onClick={() => void end(link.id, at)}>
                {account.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Described({ link: { survey_id, title, created_at, ends_at, opened } }: { readonly link: TitledLink }) {
  const { account, format } = words.value;
  const day = (date: string) => format.calendar(new Date(date));
  return (
    <div>
      {title === null ? (
        <strong>{account.surveyGone}</strong>
      ) : (
        <a href={`#/surveys/${survey_id}/results`}>
          <bdi>{title}</bdi>
        </a>
      )}
      <p class="hint">{[account.linkPublished(day(created_at)), account.linkEnds(day(ends_at)), account.linkOpened(opened.total)].join(" · ")}</p>
    </div>
  );
}
