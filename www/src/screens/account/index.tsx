// The account: person, plan, region, permissions, team and workgroups.

import type { User } from "/sdk/index.js";
import type { ComponentChildren } from "preact";
import { type Loaded, useLoaded } from "../../load.ts";
import { words } from "../../messages/index.ts";
import { canvass } from "../../session.ts";
import { spaced } from "../../text.ts";
import { Day, Facts, Heading, Notice, Skeleton, Tag } from "../../ui/index.ts";
import { listConnections } from "../../agents/gateway.ts";
import { t } from "../../agents/words.ts";
import { listLinks } from "../../results/share/links.ts";
import { Agents } from "./Agents.tsx";
import { Links } from "./Links.tsx";
import { Teams, loadTeams } from "./Teams.tsx";
import { Workgroups, loadWorkgroups } from "./Workgroups.tsx";

export function AccountScreen({ region }: { readonly region: string }) {
  const { account, frame } = words.value;
  const me = useLoaded((signal) => canvass.users.me({}, { signal }), []);
  return (
    <>
      <div class="head">
        <Heading title={account.heading} />
      </div>
      {me.error !== null ? (
        <Notice error={me.error} again={me.again} />
      ) : me.value === undefined ? (
        <Skeleton rows={6} label={frame.loading} />
      ) : (
        <div class="cards">
          <Person me={me.value} />
          <Plan me={me.value} region={region} />
          <Permissions me={me.value} />
          <Memberships />
          <PublishedLinks />
          <Connections />
        </div>
      )}
    </>
  );
}

/** The panels that have requests of their own. They are loaded after the person, whose session may have ended. */
function Memberships() {
  const { account } = words.value;
  const teams = useLoaded(loadTeams, []);
  const workgroups = useLoaded(loadWorkgroups, []);
  return (
    <>
      <LoadedPanel id="team" title={account.team} label={account.loadingTeam} loaded={teams}>
        {(list) => <Teams {...list} />}
      </LoadedPanel>
      <LoadedPanel id="workgroups" title={account.workgroups} label={account.loadingWorkgroups} loaded={workgroups}>
        {(list) => <Workgroups {...list} />}
      </LoadedPanel>
    </>
  );
}

/** The links to results, which outlive their surveys. */
function PublishedLinks() {
  const { account } = words.value;
  const loaded = useLoaded(listLinks, []);
  return (
    <LoadedPanel id="links" title={account.links} label={account.loadingLinks} loaded={loaded}>
      {(links) => <Links links={links} />}
    </LoadedPanel>
  );
}

/** The agents, of which the gateway alone knows. */
function Connections() {
  const loaded = useLoaded(listConnections, []);
  return (
    <LoadedPanel id="agents" title={t().account.title} label={t().loading} loaded={loaded}>
      {({ connections, calls }) => <Agents connections={connections} calls={calls} onEnd={loaded.again} />}
    </LoadedPanel>
  );
}

interface LoadedPanelProps<T> {
  readonly id: string;
  readonly title: string;
  readonly label: string;
  readonly loaded: Loaded<T>;
  readonly children: (value: T) => ComponentChildren;
}

/** A panel whose error does not affect the others. */
function LoadedPanel<T>({ id, title, label, loaded: { value, error, again }, children }: LoadedPanelProps<T>) {
  return (
    <section class="panel" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <div class="panel-body">{error !== null ? <Notice error={error} again={again} /> : value === undefined ? <Skeleton rows={3} label={label} /> : children(value)}</div>
    </section>
  );
}

function Person({ me }: { readonly me: User }) {
  const { account, format } = words.value;
  return (
    <section class="panel" aria-labelledby="person-title">
      <h2 id="person-title">{[me.first_name, me.last_name].filter(Boolean).join(" ") || me.username}</h2>
      <Facts
        rows={[
          [
            account.email,
            <span class="inline">
              {me.email} <Verified state={me.email_verified} />
            </span>,
          ],
          [account.username, me.username === me.email ? null : me.username],
          [account.language, me.language ? format.languageName(me.language) : null],
          [account.memberSince, <Day date={me.date_created} />],
          [account.lastSignIn, <Day date={me.date_last_login} />],
        ]}
      />
    </section>
  );
}

function Verified({ state }: { readonly state: boolean | null | undefined }) {
  const { account } = words.value;
  if (state === undefined || state === null) return null;
  return <Tag tone={state ? "good" : "warn"}>{state ? account.verified : account.notVerified}</Tag>;
}

function Plan({ me, region }: { readonly me: User; readonly region: string }) {
  const { account, regions } = words.value;
  return (
    <section class="panel" aria-labelledby="plan-title">
      <h2 id="plan-title">{account.plan}</h2>
      <Facts
        rows={[
          [account.plan, me.account_type ? <span class="plan">{spaced(me.account_type)}</span> : null],
          [account.region, regions[region] ?? region],
        ]}
      />
      <a href="/pricing/">{account.comparePlans}</a>
    </section>
  );
}

function Permissions({ me }: { readonly me: User }) {
  const { account, permissionsHint } = words.value;
  const { granted = [], available = [] } = me.scopes ?? {};
  const isGranted = new Set<string>(granted);
  const all = [...new Set<string>([...granted, ...available])].sort();
  return (
    <section class="panel" id="scopes" aria-labelledby="scopes-title">
      <header>
        <h2 id="scopes-title">{account.permissions}</h2>
        <p class="lead">{account.permissionsLead(granted.length, available.length)}</p>
        <p class="hint">{permissionsHint}</p>
      </header>
      <ul class="grants">
        {all.map((scope) => (
          <li key={scope} class={isGranted.has(scope) ? "granted" : undefined}>
            <code>{scope}</code>
            {isGranted.has(scope) ? <Tag tone="good">{account.granted}</Tag> : <Tag>{account.available}</Tag>}
          </li>
        ))}
      </ul>
    </section>
  );
}
