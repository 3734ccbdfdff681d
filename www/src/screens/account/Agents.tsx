// The agents of the account: which are connected, what they did last, and how to end them.

import { useRef, useState } from "preact/hooks";
import { type Connection, type ToolCall, endConnection } from "../../agents/gateway.ts";
import { t } from "../../agents/words.ts";
import { announce } from "../../frame/announcer.ts";
import { refocus } from "../../results/focus.ts";
import { href, surveyPath } from "../../router.ts";
import { fail, isAbort, isSignedOut } from "../../session.ts";
import { Button, Notice } from "../../ui/index.ts";

interface AgentsProps {
  readonly connections: readonly Connection[];
  readonly calls: readonly ToolCall[];
  readonly onEnd: () => void;
}

export function Agents({ connections: loaded, calls, onEnd }: AgentsProps) {
  const m = t().account;
  const [error, setError] = useState<unknown>(null);
  const [ended, setEnded] = useState<readonly string[]>([]);
  const list = useRef<HTMLUListElement>(null);
  const connections = loaded.filter(({ id }) => !ended.includes(id));
  const end = async (id: string, at: number) => {
    setError(null);
    try {
      await endConnection(id);
      announce(m.connectionEnded);
      setEnded((before) => [...before, id]);
      refocus(() => list.current?.querySelectorAll<HTMLElement>(".button"), at, () => document.querySelector<HTMLElement>("h1"));
      onEnd();
    } catch (cause) {
      if (isSignedOut(cause)) fail(cause);
      else if (!isAbort(cause)) setError(cause);
    }
  };
  return (
    <>
      <p class="lead">
        {m.lead} <code>{`${location.origin}/mcp`}</code>.
      </p>
      {error !== null && <Notice error={error} />}
      {connections.length === 0 ? (
        <p>{m.none}</p>
      ) : (
        <ul class="entries" ref={list}>
          {connections.map((connection, at) => (
            <li key={connection.id}>
              <Described connection={connection} />
              <Button weight="danger" aria-label={m.endOf(connection.name)} onClick={() => void end(connection.id, at)}>
                {m.end}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {calls.length > 0 && <Calls calls={calls} />}
    </>
  );
}

function Described({ connection }: { readonly connection: Connection }) {
  const { account: m, authorize, format } = t();
  const day = (date: string) => format.calendarDay(new Date(date));
  const facts = [m.since(day(connection.created_at)), m.used(day(connection.used_at)), m.ends(day(connection.ends_at)), m.requests(connection.requests, format.count(connection.requests))];
  return (
    <div>
      <strong>{connection.name}</strong> <span class="hint">{connection.host ?? m.registered}</span>
      <p>{connection.scopes.map((scope) => authorize.scopes[scope]?.[0] ?? scope).join(" · ")}</p>
      <p class="hint">{facts.join(" · ")}</p>
    </div>
  );
}

function Calls({ calls }: { readonly calls: readonly ToolCall[] }) {
  const { account: m, format } = t();
  const { columns } = m;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={m.calls}>
      <table class="calls">
        <caption>{m.calls}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.at}</th>
            <th scope="col">{columns.agent}</th>
            <th scope="col">{columns.tool}</th>
            <th scope="col">{columns.survey}</th>
            <th scope="col">{columns.requests}</th>
            <th scope="col">{columns.outcome}</th>
          </tr>
        </thead>
        <tbody>
          {calls.map((call, at) => (
            <tr key={at}>
              <td>{format.calendar(new Date(call.at))}</td>
              <td>{call.agent ?? m.ended}</td>
              <td>
                <code>{call.tool}</code>
              </td>
              <td>{call.survey_id === null ? "" : <a href={href(surveyPath(call.survey_id))}>{call.survey_id}</a>}</td>
              <td>{format.count(call.requests)}</td>
              <td>{m.outcomes[call.outcome] ?? call.outcome}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
