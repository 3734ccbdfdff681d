// The demo people with their passwords, and the same data from a terminal.

import { words } from "../../messages/index.ts";
import { spaced } from "../../text.ts";
import { CopyButton, Tag } from "../../ui/index.ts";
import type { Person, World } from "./sandbox.ts";

export function DemoWorld({ world }: { readonly world: World }) {
  const { home } = words.value;
  return (
    <>
      <section class="panel" aria-labelledby="people">
        <header>
          <h2 id="people">{home.people}</h2>
          <p class="lead">{home.peopleLead}</p>
        </header>
        <ul class="people">
          {(world.people ?? []).map((person) => (
            <Row key={person.email} person={person} />
          ))}
        </ul>
      </section>
      <Terminal world={world} />
    </>
  );
}

function Row({ person: { name, email, password, role, plan, region, note } }: { readonly person: Person }) {
  const { home, regions, ui } = words.value;
  return (
    <li>
      <div class="who">
        <strong>{name}</strong>
        {note && <p class="hint">{note}</p>}
      </div>
      <div class="keys">
        {email && <CopyButton text={email} label={ui.copy(home.email)} showsText />}
        {password && <CopyButton text={password} label={ui.copy(home.password)} showsText />}
      </div>
      <div class="tags">
        {role && <Tag tone="accent">{spaced(role)}</Tag>}
        {plan && <Tag>{spaced(plan)}</Tag>}
        {region && <Tag title={regions[region.toLowerCase()] ?? region}>{region.toUpperCase()}</Tag>}
      </div>
    </li>
  );
}

function Terminal({ world: { tokens, origins } }: { readonly world: World }) {
  const { home } = words.value;
  const token = tokens?.[0]?.token;
  if (token === undefined) return null;
  return (
    <section class="panel" aria-labelledby="terminal">
      <header>
        <h2 id="terminal">{home.terminal}</h2>
        <p class="lead">{home.terminalLead}</p>
      </header>
      <pre class="terminal" tabIndex={0} role="region" aria-label={home.command}>
        <code>{`curl -H "Authorization: bearer ${token}" \\\n  ${origins?.us ?? location.origin}/v3/surveys`}</code>
      </pre>
    </section>
  );
}
