// The commands of the whole screen: views, links, export, print, code and keys.

import { useRef, useState } from "preact/hooks";
import { Button } from "../../ui/index.ts";
import { lazily } from "../../lazily.tsx";
import { commandsOf } from "../commands.ts";
import { refocus } from "../focus.ts";
import { useKeys } from "../keys.ts";
import { useWorkbench } from "../context.ts";
import { f, t } from "../words.ts";
import { Menu } from "./Menu.tsx";
import { Palette } from "./Palette.tsx";
import { type Panel, openPanel, panel } from "../panel.ts";

const PANELS = {
  views: lazily(() => import("./Views.tsx").then(({ Views }) => Views)),
  tags: lazily(() => import("./TagNames.tsx").then(({ TagNames }) => TagNames)),
  code: lazily(() => import("./AsCode.tsx").then(({ AsCode }) => AsCode)),
  share: lazily(() => import("./ShareDialog.tsx").then(({ ShareDialog }) => ShareDialog)),
  keys: lazily(() => import("./KeyHelp.tsx").then(({ KeyHelp }) => KeyHelp)),
} as const satisfies { readonly [P in Exclude<Panel, "palette">]: unknown };

export function Menus() {
  const workbench = useWorkbench();
  const [isExporting, setExporting] = useState(false);
  const commands = commandsOf(workbench, setExporting);
  const byId = (id: string) => commands.find((command) => command.id === id);
  const items = (...ids: readonly string[]) => ids.map((id) => byId(id) ?? null);
  useKeys({
    g: () => workbench.go({ tab: "compare" }),
    s: () => openPanel("views"),
    v: () => openPanel("views"),
    d: () => byId("print")?.act(),
    r: () => byId("refresh")?.act(),
    "?": () => openPanel("keys"),
  });
  const menus = useRef<HTMLDivElement>(null);
  const close = () => {
    openPanel(null);
    // What a key has opened while nothing had the focus would leave it nowhere.
    refocus(() => null, 0, () => menus.current?.querySelector("[aria-keyshortcuts]") ?? null);
  };
  const Open = panel.value === null || panel.value === "palette" ? null : PANELS[panel.value];
  const links = workbench.links.living.value?.length ?? 0;
  return (
    <div class="results-menus" ref={menus}>
      {links > 0 && (
        <Button weight="quiet" onClick={() => openPanel("share")}>
          <span class="tag warn">{t().share.live(links, f().count(links))}</span>
        </Button>
      )}
      <Button onClick={() => openPanel("palette")} aria-keyshortcuts="Meta+K Control+K">
        {t().menus.commands} <kbd aria-hidden="true">{t().menus.commandsKey}</kbd>
      </Button>
      <Menu label={t().menus.save} items={items("views", "tags", "share", "code", "keys", "check", "forget")} />
      <Menu label={isExporting ? t().menus.exporting : t().menus.export} items={items("csv", "jsonl", "json", "xlsx", "sav", "print")} />
      {panel.value === "palette" && <Palette commands={commands} onClose={close} />}
      {Open !== null && <Open onClose={close} />}
    </div>
  );
}
