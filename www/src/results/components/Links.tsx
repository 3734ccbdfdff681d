// The links to results of this survey that live: when they end, how often they were opened, and revoking them.

import { useRef, useState } from "preact/hooks";
import { announce } from "../../frame/announcer.ts";
import { isAbort } from "../../session.ts";
import { Button, Notice } from "../../ui/index.ts";
import { revoke } from "../share/links.ts";
import { refocus } from "../focus.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";

export function Links({ onRevoked }: { readonly onRevoked: (id: string) => void }) {
  const workbench = useWorkbench();
  const [error, setError] = useState<unknown>(null);
  const section = useRef<HTMLElement>(null);
  const links = workbench.links.living.value ?? [];
  const m = t().share;
  const end = async (id: string, at: number) => {
    const dialog = section.current?.closest("dialog") ?? null;
    setError(null);
    try {
      await revoke(id);
      announce(m.revoked);
      onRevoked(id);
      workbench.links.living.value = workbench.links.living.peek()?.filter((link) => link.id !== id) ?? null;
      refocus(() => section.current?.querySelectorAll<HTMLElement>("li .button"), at, () => dialog?.querySelector<HTMLElement>("button") ?? null);
      await workbench.links.load();
    } catch (cause) {
      if (!isAbort(cause)) setError(cause);
    }
  };
  if (links.length === 0) return null;
  return (
    <section class="links" ref={section} aria-labelledby="links">
      <h3 id="links">{m.links}</h3>
      {error !== null && <Notice error={error} />}
      <ul>
        {links.map(({ id, created_at, ends_at, opened }, at) => (
          <li key={id}>
            <p>
              {m.link(f().calendarDay(new Date(created_at)), f().calendarDay(new Date(ends_at)), opened.total, f().count(opened.total))}
              {opened.last_at !== null && opened.total > 0 && <span class="hint"> ({m.lastOpened(f().bucket(opened.last_at, "day", true))})</span>}
            </p>
            <Button weight="danger" aria-label={m.revokeOf(f().calendar(new Date(created_at)))} onClick={() => void end(id, at)}>
              {m.revoke}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
