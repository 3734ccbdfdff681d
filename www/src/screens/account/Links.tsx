// The links to results that the account has published, also those of surveys that are deleted or no longer shared with
// it.

import { useRef, useState } from "preact/hooks";
import { announce } from "../../frame/announcer.ts";
import { useLoaded } from "../../load.ts";
import { words } from "../../messages/index.ts";
import { refocus } from "../../results/focus.ts";
import { type Link, revoke } from "../../results/share/links.ts";
import { href, surveyPath } from "../../router.ts";
import { canvass, fail, isAbort, isSignedOut } from "../../session.ts";
import { plain } from "../../text.ts";
import { Button, Notice } from "../../ui/index.ts";

/** Surveys whose titles are asked for, which takes one request. */
const SURVEYS = 1_000;

/** The titles of surveys by id; null for one that the account cannot open any more. */
type Titles = ReadonlyMap<string, string | null>;

/** Asks for the titles of the surveys that have links. Without the permission to read surveys, their ids are shown. */
async function loadTitles(links: readonly Link[], signal: AbortSignal): Promise<Titles> {
  if (links.length === 0) return new Map();
  const { data, total } = await canvass.surveys.list({ per_page: SURVEYS }, { signal, background: true });
  const known = new Map(data.map(({ id, title }) => [String(id), plain(title)]));
  const isWhole = data.length === total;
  return new Map(links.flatMap(({ survey_id }) => (known.has(survey_id) || isWhole ? [[survey_id, known.get(survey_id) ?? null] as const] : [])));
}

export function Links({ links: loaded }: { readonly links: readonly Link[] }) {
  const { account, format } = words.value;
  const [error, setError] = useState<unknown>(null);
  const [revoked, setRevoked] = useState<readonly string[]>([]);
  const list = useRef<HTMLUListElement>(null);
  const titles = useLoaded((signal) => loadTitles(loaded, signal), [loaded]).value;
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
              <Described link={link} title={titleOf(link, titles)} />
              <Button weight="danger" aria-label={account.revokeOf(titleOf(link, titles) ?? account.surveyGone, format.calendar(new Date(link.created_at)))} onClick={() => void end(link.id, at)}>
                {account.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The title of a link's survey, or its id as long as the title is not known; null if the survey cannot be opened. */
function titleOf({ survey_id }: Link, titles: Titles | undefined): string | null {
  const title = titles?.get(survey_id);
  return title === undefined ? survey_id : title;
}

function Described({ link: { survey_id, created_at, ends_at, opened }, title }: { readonly link: Link; readonly title: string | null }) {
  const { account, format } = words.value;
  const day = (date: string) => format.calendarDay(new Date(date));
  return (
    <div>
      {title === null ? (
        <strong>{account.surveyGone}</strong>
      ) : (
        <a href={href(surveyPath(survey_id, "results"))}>
          <bdi>{title}</bdi>
        </a>
      )}
      <p class="hint">{[account.linkPublished(day(created_at)), account.linkEnds(day(ends_at)), account.linkOpened(opened.total)].join(" · ")}</p>
    </div>
  );
}
