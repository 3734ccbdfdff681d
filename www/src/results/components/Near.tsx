// Draws what is near the view; the rest keeps its place until it is scrolled into view or printed.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { isPrinting } from "../printing.ts";

/** How far outside of the view something is drawn already, so that scrolling shows no empty places. */
const MARGIN = "900px 0px";

/** What is to be drawn, one in a task: so that many at once do not hold up what the person does. */
const drawings: (() => void)[] = [];

function drawSoon(draw: () => void): void {
  if (drawings.push(draw) === 1) setTimeout(drawNext);
}

function drawNext(): void {
  drawings[0]?.();
  drawings.shift();
  if (drawings.length > 0) setTimeout(drawNext);
}

interface NearProps {
  /** The name by which it is found before it is drawn. */
  readonly place: string;
  /** The height to keep free, in pixels. */
  readonly height: number;
  readonly children: ComponentChildren;
}

export function Near({ place: name, height, children }: NearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    const node = place.current;
    if (node === null || isNear) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && drawSoon(() => setNear(true)), { rootMargin: MARGIN });
    observer.observe(node);
    return () => observer.disconnect();
  }, [isNear]);
  const isDrawn = isNear || isPrinting.value;
  // What was drawn for the print stays.
  useEffect(() => {
    if (isDrawn) setNear(true);
  }, [isDrawn]);
  return (
    <div class="near" data-place={name} ref={place} style={isDrawn ? undefined : { minBlockSize: `${height}px` }}>
      {isDrawn ? children : null}
    </div>
  );
}
