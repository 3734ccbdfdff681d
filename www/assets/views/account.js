// The account: person, plan, region, permissions, team and workgroups.

import { el, facts, fill, skeleton } from "../elements.js";
import { counted, day, plain, regionName, spaced } from "../format.js";
import { isAbort, notice, PERMISSIONS_HINT } from "../words.js";

/** Draws the user's account. */
export async function account(main, view) {
  const { canvass, signal, session } = view;
  const me = await canvass.users.me({}, { signal });
  if (signal.aborted) return;
  const team = panel("team", "Team");
  const workgroups = panel("workgroups", "Workgroups");
  fill(
    main,
    el("div", { class: "head" }, el("h1", {}, "Account")),
    el(
      "div",
      { class: "cards" },
      person(me),
      plan(me, session),
      scopes(me.scopes ?? {}),
      team.node,
      workgroups.node,
    ),
  );
  view.refreshQuota();
  await Promise.all([
    fillPanel(team, view, () => teams(view)),
    fillPanel(workgroups, view, () => groups(view)),
  ]);
}

function panel(id, title) {
  const body = el("div", { class: "panel-body" }, skeleton(3, `Loading ${title.toLowerCase()}`));
  return { body, node: el("section", { class: "panel", id, "aria-labelledby": `${id}-title` }, el("h2", { id: `${id}-title` }, title), body) };
}

/** Fills a panel. An error is shown in the panel and does not affect the others. */
async function fillPanel(target, view, load) {
  try {
    fill(target.body, await load());
  } catch (error) {
    if (view.signal.aborted || isAbort(error)) return;
    const retry = () => {
      fill(target.body, skeleton(3, "Loading"));
      fillPanel(target, view, load);
    };
    fill(target.body, notice(error, { retry, signIn: view.signIn }));
  }
}

function person(me) {
  const name = [me.first_name, me.last_name].filter(Boolean).join(" ") || me.username;
  return el(
    "section",
    { class: "panel", "aria-labelledby": "person-title" },
    el("h2", { id: "person-title" }, name),
    facts([
      ["E-mail", el("span", { class: "inline" }, me.email, " ", verified(me.email_verified))],
      ["Username", me.username !== me.email ? me.username : null],
      ["Language", me.language],
      ["Member since", day(me.date_created)],
      ["Last sign-in", day(me.date_last_login)],
    ]),
  );
}

function verified(state) {
  if (state === undefined || state === null) return null;
  return el("span", { class: state ? "tag good" : "tag warn" }, state ? "verified" : "not verified");
}

function plan(me, session) {
  return el(
    "section",
    { class: "panel", "aria-labelledby": "plan-title" },
    el("h2", { id: "plan-title" }, "Plan"),
    facts([
      ["Plan", me.account_type ? el("span", { class: "plan" }, spaced(me.account_type)) : null],
      ["Region", session.region ? regionName(session.region) : null],
    ]),
    el("a", { href: "/pricing/" }, "Compare the plans"),
  );
}

function scopes({ granted = [], available = [] }) {
  const all = [...new Set([...granted, ...available])].sort();
  return el(
    "section",
    { class: "panel", id: "scopes", "aria-labelledby": "scopes-title" },
    el(
      "header",
      {},
      el("h2", { id: "scopes-title" }, "Permissions"),
      el("p", { class: "lead" }, `${counted(granted.length, "permission")} granted to this app, ${available.length} available to the account.`),
      el("p", { class: "hint" }, PERMISSIONS_HINT),
    ),
    el(
      "ul",
      { class: "grants" },
      all.map((scope) =>
        el(
          "li",
          { class: granted.includes(scope) ? "granted" : null },
          el("code", {}, scope),
          el("span", { class: granted.includes(scope) ? "tag good" : "tag" }, granted.includes(scope) ? "granted" : "available"),
        ),
      ),
    ),
  );
}

async function teams({ canvass, signal }) {
  const page = await canvass.groups.list({ per_page: 10 }, { signal });
  if (page.data.length === 0) return el("p", { class: "lead" }, "You are not a member of a team.");
  return Promise.all(page.data.map((group) => team(canvass, signal, group)));
}

async function team(canvass, signal, group) {
  const [facts, members] = await Promise.all([
    canvass.groups.get({ group_id: group.id }, { signal }),
    canvass.groups.members.list({ group_id: group.id, per_page: 50, include: ["first_name", "last_name", "email", "type", "status"] }, { signal }),
  ]);
  return el(
    "div",
    { class: "team" },
    el("h3", {}, plain(facts.name) || "Team"),
    el("p", { class: "hint" }, `${counted(facts.member_count, "member")}, ${counted(facts.max_invites, "seat")} in the plan`),
    el("ul", { class: "members" }, members.data.map(member)),
  );
}

function member({ first_name, last_name, username, email, type, status }) {
  const name = [first_name, last_name].filter(Boolean).join(" ") || username;
  return el(
    "li",
    {},
    el("div", {}, el("strong", {}, name), el("span", { class: "hint" }, email ?? (name === username ? "" : username))),
    el(
      "div",
      { class: "tags" },
      status === "pending" && el("span", { class: "tag warn" }, "invited"),
      type && el("span", { class: "tag" }, { account_owner: "Owner", admin: "Administrator", regular: "Member" }[type] ?? spaced(type)),
    ),
  );
}

async function groups({ canvass, signal }) {
  const page = await canvass.workgroups.list({ per_page: 50 }, { signal });
  if (page.data.length === 0) return el("p", { class: "lead" }, "You are not a member of a workgroup.");
  return el("ul", { class: "members" }, page.data.map(workgroup));
}

function workgroup({ name, description, is_visible, members_count, shares_count, share_count, default_role, membership }) {
  const shares = Number(shares_count ?? share_count ?? 0);
  return el(
    "li",
    {},
    el(
      "div",
      {},
      el("strong", {}, plain(name)),
      description && el("span", { class: "hint" }, plain(description)),
      el("span", { class: "hint" }, `${counted(members_count ?? 0, "member")}, ${counted(shares, "shared survey")}`),
    ),
    el(
      "div",
      { class: "tags" },
      membership?.is_owner && el("span", { class: "tag accent" }, "Owner"),
      default_role?.name && el("span", { class: "tag" }, default_role.name),
      is_visible === false && el("span", { class: "tag" }, "Hidden"),
    ),
  );
}
