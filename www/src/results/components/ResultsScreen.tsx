// The results of a survey: opens them, and shows the tab of the URL under the head, the rules and the sync line.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { announce } from "../../frame/announcer.ts";
import { lazily } from "../../lazily.tsx";
import { Heading, Notice, Skeleton, titleOf } from "../../ui/index.ts";
import { TABS, type Tab } from "../url_state.ts";
import { useSettled } from "../answer.ts";
import { hold, isLost } from "../focus.ts";
import { useLive } from "../live.ts";
import { parts } from "../rules.ts";
import { WorkbenchContext, useWorkbench } from "../context.ts";
import { type Setting, Workbench } from "../workbench.ts";
import { f, t } from "../words.ts";
import { Consent } from "./Consent.tsx";
import { Keyboard } from "./Keyboard.tsx";
import { Menus } from "./Menus.tsx";
import { PrintHead } from "./PrintHead.tsx";
import { RuleBar } from "./RuleBar.tsx";
import { Summary } from "./Summary.tsx";
import { SyncLine } from "./SyncLine.tsx";

const VIEWS = {
  summary: Summary,
  crosstab: lazily(() => import("./CrosstabTab.tsx").then(({ CrosstabTab }) => CrosstabTab)),
  compare: lazily(() => import("./CompareTab.tsx").then(({ CompareTab }) => CompareTab)),
  responses: lazily(() => import("./ResponsesTab.tsx").then(({ ResponsesTab }) => ResponsesTab)),
  table: lazily(() => import("./TableTab.tsx").then(({ TableTab }) => TableTab)),
  text: lazily(() => import("./TextTab.tsx").then(({ TextTab }) => TextTab)),
  time: lazily(() => import("./TimeTab.tsx").then(({ TimeTab }) => TimeTab)),
  dropoff: lazily(() => import("./DropoffTab.tsx").then(({ DropoffTab }) => DropoffTab)),
} as const;

/** The screen of one survey. Give it a `key` of account and survey: another survey is another workbench. */
export function ResultsScreen(setting: Setting) {
  const [workbench] = useState(() => new Workbench(setting));
  useEffect(() => {
    const follow = () => workbench.follow();
    addEventListener("popstate", follow);
    addEventListener("hashchange", follow);
    void workbench.start();
    // The browser loads the data of its formatters with the first one: now, while the service is asked.
    const timer = setTimeout(() => f().count(0));
    return () => {
      clearTimeout(timer);
      removeEventListener("popstate", follow);
      removeEventListener("hashchange", follow);
      workbench.stop();
    };
  }, []);
  return (
    <WorkbenchContext.Provider value={workbench}>
      <Screen />
    </WorkbenchContext.Provider>
  );
}

function Screen() {
  const workbench = useWorkbench();
  const { index, failure, results, serviceCounts } = workbench;
  if (failure.value !== null) {
    return (
      <>
        <Heading title={t().title} hidden />
        <Notice error={failure.value} again={() => void workbench.start()} />
      </>
    );
  }
  const isOpen = index.value !== null && (results.value !== null || serviceCounts.rollups.value !== null);
  // The question is the same element before and after, first in the screen: an answer is not lost, and no button moves
  // under a finger.
  return (
    <div class="results" data-tab={isOpen ? workbench.state.value.tab : undefined}>
      <Consent />
      {isOpen ? <Opened /> : <Opening />}
    </div>
  );
}

/** What needs no answer of the service, where it stays once there is one. */
function Opening() {
  useEffect(() => {
    document.title = titleOf(t().title);
  }, []);
  return (
    <>
      <header class="results-head">
        <div>
          <div class="bone" aria-hidden="true" />
          <SyncLine />
        </div>
      </header>
      <Skeleton rows={8} label={t().loading} />
    </>
  );
}

function Opened() {
  const workbench = useWorkbench();
  const { state, index } = workbench;
  const { tab } = state.value;
  const View = VIEWS[tab];
  const [isHeadDrawn, setHeadDrawn] = useState(false);
  useLive(workbench);
  useAnnouncedCount();
  // The head in one task and the view in the next one: each is short enough for a phone.
  useEffect(() => {
    const timer = setTimeout(() => setHeadDrawn(true));
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <PrintHead />
      <header class="results-head">
        <div>
          <Heading title={index.value?.title ?? t().title} part={t().tabs[tab]} lang={index.value?.language} />
          <SyncLine />
        </div>
        <Menus />
      </header>
      <Problem />
      <RuleBar />
      <TabBar />
      <div class="results-body">
        {isHeadDrawn ? <View key={tab} /> : <Skeleton rows={8} label={t().loading} />}
      </div>
      <Keyboard />
    </>
  );
}

function Problem() {
  const workbench = useWorkbench();
  const { isPartial, problem, unsaved } = workbench;
  return (
    <>
      {isPartial.value && (
        <p class="message warn" role="alert">
          {t().rules.unreadable}
        </p>
      )}
      {problem.value !== null && <Notice error={problem.value} again={() => void workbench.refresh()} />}
      {unsaved.value !== null && <Notice error={unsaved.value} />}
    </>
  );
}

/** The tabs are links, because the URL is the state. A plain click changes it without leaving the screen. */
function TabBar() {
  const workbench = useWorkbench();
  const state = workbench.state.value;
  const bar = useRef<HTMLElement>(null);
  const open = (tab: Tab) => workbench.go({ tab });
  // What had the focus may be gone with the view before: the link of this view gets it, and its name is announced.
  const shown = useRef(state.tab);
  useLayoutEffect(() => {
    if (shown.current === state.tab) return;
    shown.current = state.tab;
    const link = bar.current?.querySelector<HTMLElement>("[aria-current]");
    if (isLost() && link) hold(link);
    announce(t().tabs[state.tab]);
  }, [state.tab]);
  // On a phone the tabs scroll: the current one is brought into view, the page is left where it is.
  useEffect(() => {
    const current = bar.current?.querySelector<HTMLElement>("[aria-current]");
    if (bar.current && current) bar.current.scrollTo({ left: current.offsetLeft - bar.current.clientWidth / 2 + current.offsetWidth / 2 });
  }, [state.tab]);
  return (
    <nav class="tabs" aria-label={t().views} ref={bar}>
      {TABS.map((tab) => {
        const choose = (event: MouseEvent) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
          event.preventDefault();
          open(tab);
        };
        return (
          <a key={tab} href={workbench.urlOf({ tab })} aria-current={tab === state.tab ? "page" : undefined} onClick={choose}>
            {t().tabs[tab]}
          </a>
        );
      })}
    </nav>
  );
}

/** Says how many responses each change of the rules lets through, when the person has stopped changing them. */
function useAnnouncedCount() {
  const workbench = useWorkbench();
  const { rule } = workbench.state.value;
  const hasRules = parts(rule).length > 0;
  const settled = useSettled(JSON.stringify(rule), 500);
  // The screen that opens without rules has said what it is.
  const said = useRef(hasRules ? "" : settled);
  const counted = workbench.counted.value;
  useEffect(() => {
    if (said.current === settled || settled !== JSON.stringify(rule) || counted?.rule !== settled) return;
    const { count, all } = counted;
    if (count === null || all === null) return;
    said.current = settled;
    announce(hasRules ? t().counts.of(f().count(count), f().count(all), all) : t().counts.responses(all, f().count(all)));
  }, [counted, settled, rule]);
}
