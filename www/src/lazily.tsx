// Screens that are loaded when they are first shown.

import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { words } from "./messages/index.ts";
import { Notice, Skeleton } from "./ui/index.ts";

/** A component that loads the real one when it is drawn first; after a failure, when it is drawn again. */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const loaded = signal<ComponentType<P> | null>(null);
  const failed = signal<unknown>(null);
  const begin = () => {
    load().then(
      (component) => (loaded.value = component),
      () => (failed.value = { kind: "part_missing", remedy: { action: "reload" } }),
    );
  };
  return function Lazy(props: P) {
    useEffect(() => {
      if (loaded.peek() === null) begin();
    }, []);
    const Component = loaded.value;
    if (Component !== null) return <Component {...props} />;
    return failed.value === null ? <Skeleton rows={6} label={words.value.frame.loading} /> : <Notice error={failed.value} />;
  };
}
