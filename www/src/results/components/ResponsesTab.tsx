// One response at a time: `j` and `k` step through those in view, and each has a URL of its own.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { announce } from "../../frame/announcer.ts";
import { Button, CopyButton, Notice } from "../../ui/index.ts";
import { useAnswer } from "../answer.ts";
import { isLost } from "../focus.ts";
import { useKeys } from "../keys.ts";
import { leftTableAt } from "../place.ts";
import { type AnsweredPage, device, leftAt, metadata, pagesOf } from "../models/response.ts";
import type { OneResponse } from "../types.ts";
import { useWorkbench } from "../context.ts";
import type { Workbench } from "../workbench.ts";
import { f, t } from "../words.ts";
import { Fresh, Partly, SurveyText, Waiting, useHeldVersion } from "./Parts.tsx";
import { ResponseTags } from "./Tags.tsx";

export function ResponsesTab() {
  const workbench = useWorkbench();
  const { response: id, sort, rule } = workbench.state.value;
  const view = workbench.view.value;
  const { version, fresh, count, show } = useHeldVersion(JSON.stringify([id, sort, rule]));
  const key = JSON.stringify([id, sort, rule, version]);
  const { value, error } = useAnswer(key, view === null ? null : () => view.response(id === null ? { at: 0, sort } : { id, sort }));
  /** Whether new responses were asked for: one that takes the place of the one that is read takes the focus too. */
  const isRenewed = useRef(false);
  const showNew = () => {
    isRenewed.current = true;
    show();
  };
  const open = (next: string | null | undefined) => next && workbench.go({ response: next }, "replace");
  useKeys({
    j: () => open(value?.next),
    k: () => open(value?.previous),
    e: () => void (value?.response && openAtService(workbench, value.response.id)),
  });
  const position = value?.position ?? null;
  const where = position === null || count === null ? "" : t().response.position(f().count(position + 1), f().count(count));
  // A step is announced once its answer is here: until then the position is that of the response before.
  const shown = value?.response?.id ?? null;
  const hasRead = useRef(false);
  useEffect(() => {
    if (hasRead.current && where !== "") announce(where);
    hasRead.current ||= shown !== null;
  }, [shown]);
  // Once the answer is here. What is opened later takes no focus.
  useEffect(() => {
    isRenewed.current = false;
  }, [value, error]);
  if ((workbench.sync.value?.held ?? 0) === 0) return <Waiting />;
  if (error !== null && value === null) return id === null ? <Notice error={error} /> : <Gone />;
  if (value === null) return <Waiting />;
  if (value.response === null) return id === null ? <p class="message">{t().response.none}</p> : <Gone />;
  return (
    <section class="one-response" aria-label={t().tabs.responses}>
      <Partly />
      <Fresh fresh={fresh} show={showNew} next=".response h2" />
      <nav class="stepper" aria-label={t().response.step}>
        <Button onClick={() => open(value.previous)} disabled={value.previous === null} aria-keyshortcuts="k">
          {t().response.previous}
        </Button>
        <Button onClick={() => open(value.next)} disabled={value.next === null} aria-keyshortcuts="j">
          {t().response.next}
        </Button>
        <span class="hint">{position === null ? t().response.outside : where}</span>
      </nav>
      <Reading key={value.response.id} response={value.response} isRenewed={isRenewed} />
    </section>
  );
}

function Gone() {
  const workbench = useWorkbench();
  return (
    <div class="message notice">
      <p>{t().response.gone}</p>
      <Button onClick={() => workbench.go({ response: null }, "replace")}>{t().response.first}</Button>
    </div>
  );
}

/** Opens the service's page of a response. Its URL costs a request, because links are not kept with responses. */
async function openAtService(workbench: Workbench, id: string): Promise<void> {
  const url = await workbench.serviceUrl(id);
  if (url !== null) window.open(url, "_blank", "noopener");
}

function Reading({ response, isRenewed }: { readonly response: OneResponse; readonly isRenewed: { current: boolean } }) {
  const workbench = useWorkbench();
  const index = workbench.index.value;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    // A row of the table that had the focus is not drawn any more.
    if ((leftTableAt(workbench)?.hadFocus || isRenewed.current) && isLost()) heading.current?.focus();
  }, []);
  if (index === null) return null;
  const pages = pagesOf(response, index);
  const left = leftAt(pages, response);
  const url = workbench.urlOf({ tab: "responses", response: response.id });
  return (
    <article class="panel response">
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {t().response.title} <bdi class="mono">{response.id}</bdi>
        </h2>
        <p class="base">
          {t().rules.status[response.response_status] ?? response.response_status}
          {left !== null && ` · ${t().response.left(left.number)}`}
        </p>
        <CopyButton weight="quiet" text={new URL(url, location.href).href} label={t().response.copyLink} />
        <Button weight="quiet" onClick={() => void openAtService(workbench, response.id)} aria-keyshortcuts="e">
          {t().response.openAtService}
        </Button>
      </header>
      <Facts response={response} pages={pages} />
      <ResponseTags ids={[response.id]} />
      {pages.map((page) => page.questions.length > 0 && <PageAnswers key={page.id} page={page} />)}
    </article>
  );
}

/** What the service knows other than the answers. The respondent's identity is hidden until it is requested. */
function Facts({ response, pages }: { readonly response: OneResponse; readonly pages: readonly AnsweredPage[] }) {
  const [shows, setShows] = useState(false);
  const index = useWorkbench().index.value;
  const m = t().response;
  const path = (response.page_path ?? []).map((id) => pages.find((page) => page.id === id)?.number).filter((number) => number !== undefined);
  const name = [response.first_name, response.last_name].filter(Boolean).join(" ");
  const identities: readonly (readonly [string, string | undefined])[] = [
    [m.name, name], [m.email, response.email_address], [m.ip, response.ip_address], [m.custom, response.custom_value],
  ];
  const hasIdentity = identities.some(([, value]) => value);
  const language = metadata(response, "language");
  const quiz = response.quiz_results;
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [m.created, f().moment(response.date_created)],
    [m.modified, f().moment(response.date_modified)],
    [m.seconds, response.total_time ? f().duration(response.total_time) : null],
    [m.score, quiz && m.points(f().count(quiz.score), f().count(quiz.total_score))],
    [m.path, path.length > 0 ? path.map((number) => f().count(number)).join(" → ") : null],
    [m.device, device(metadata(response, "user_agent"))],
    [m.language, language === null ? null : f().languageName(language)],
    [m.collector, response.collector_id && (index?.collector(response.collector_id) ?? response.collector_id)],
    ...Object.entries(response.custom_variables ?? {}).map(([variable, value]) => [variable, value] as const),
    ...(shows ? identities : []),
  ];
  return (
    <>
      <dl class="facts">
        {facts.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ) : null,
        )}
      </dl>
      {hasIdentity && (
        <div class="no-print">
          <Button weight="quiet" onClick={() => setShows(!shows)}>
            {shows ? t().table.hideIdentities : t().table.showIdentities}
          </Button>
        </div>
      )}
    </>
  );
}

function PageAnswers({ page }: { readonly page: AnsweredPage }) {
  return (
    <section class="answers" aria-label={t().rules.page(page.number, page.title)}>
      <h3>
        {t().rules.page(page.number, page.title)}
        {page.visited === false && <span class="tag">{t().response.notVisited}</span>}
      </h3>
      <dl>
        {page.questions.map(({ id, number, heading, lines }) => (
          <div key={id}>
            <dt>
              <span class="figure-number">{f().count(number)}</span> <SurveyText>{heading}</SurveyText>
            </dt>
            {lines.length === 0 ? (
              <dd class="muted">{t().response.skipped}</dd>
            ) : (
              lines.map((line, at) => (
                <dd key={at}>
                  {line.place !== null && <span class="muted">{line.place}: </span>}
                  {line.file !== null ? (
                    <a href={line.file} rel="noopener noreferrer" target="_blank">
                      {line.text}
                    </a>
                  ) : (
                    <bdi class={line.deleted ? "struck" : undefined}>{line.text}</bdi>
                  )}
                  {line.deleted && <span class="tag">{t().figure.deleted}</span>}
                </dd>
              ))
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}
