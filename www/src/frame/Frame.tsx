// What surrounds every screen: header with navigation, footer with quota and preferences, and the voice of screen
// readers.

import { useRef, useState } from "preact/hooks";
import { LANGUAGES, type Language, chooseLanguage, language } from "../messages/language.ts";
import { words } from "../messages/index.ts";
import { route } from "../router.ts";
import { session } from "../session.ts";
import { Button, Select } from "../ui/index.ts";
import { announcement } from "./announcer.ts";
import { QuotaLine } from "./QuotaLine.tsx";
import { Screen } from "./Screen.tsx";
import { signOut } from "./sign_out.ts";
import { THEMES, chooseTheme, theme } from "./theme.ts";

const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];

export function Frame() {
  const main = useRef<HTMLElement>(null);
  const skip = (event: Event) => {
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <>
      <a class="skip" href="#main" id="skip" onClick={skip}>
        {words.value.frame.skip}
      </a>
      <Header />
      <main id="main" tabIndex={-1} ref={main}>
        <Screen />
      </main>
      <Footer />
      <div class="visually-hidden" role="status" aria-live="polite" id="announcer">
        {announcement.value}
      </div>
    </>
  );
}

function Header() {
  const [isLeaving, setLeaving] = useState(false);
  const { frame } = words.value;
  const isSignedIn = session.value?.signed_in === true;
  const section = route.value.parts[0];
  const leave = () => {
    setLeaving(true);
    void signOut().finally(() => setLeaving(false));
  };
  const link = (name: string, label: string) => (
    <a href={`#/${name}`} aria-current={section === name ? "page" : undefined}>
      {label}
    </a>
  );
  return (
    <header class="bar">
      <div class="bar-inner">
        <a class="brand" href="#/">
          <img src="/favicon.svg" alt="" width="28" height="28" />
          <span>Canvass</span>
        </a>
        <nav id="nav" aria-label={frame.main} hidden={!isSignedIn}>
          {link("surveys", frame.surveys)}
          {link("account", frame.account)}
        </nav>
        <Button weight="quiet" id="sign-out" hidden={!isSignedIn} disabled={isLeaving} onClick={leave}>
          {frame.signOut}
        </Button>
      </div>
    </header>
  );
}

function Footer() {
  const { frame } = words.value;
  return (
    <footer class="foot">
      <div class="foot-inner">
        <QuotaLine />
        <ul>
          <li>
            <a href="/pricing/">{frame.plans}</a>
          </li>
          <li>
            <a href="/sign-up/">{frame.openAccount}</a>
          </li>
          <li>
            <a href="/docs/">{frame.apiReference}</a>
          </li>
          <li>
            <a href="/docs/sdk/">{frame.sdkReference}</a>
          </li>
        </ul>
        <div class="preferences">
          <Select id="theme" label={frame.theme} value={theme.value} options={THEMES.map((name) => [name, frame.themes[name]])} onChoose={chooseTheme} />
          <Select id="language" label={frame.language} value={language.value} options={LANGUAGE_CODES.map((code) => [code, LANGUAGES[code]])} onChoose={chooseLanguage} />
        </div>
      </div>
    </footer>
  );
}
