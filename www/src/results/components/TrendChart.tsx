// The picture of a trend. It is hidden from screen readers: the table that a button shows has the same numbers. It has
// at most one mark for each pixel, however many points there are.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { anchored, decimalsOf, every, scale, ticks } from "../models/scale.ts";
import { type Mark, type TrendModel, dotsOf, marksOf, runs } from "../models/trend.ts";
import { f, t } from "../words.ts";

const HEIGHT = 280;
const EDGE = { top: 12, end: 12, bottom: 34, start: 48 };
/** The widths of labels of the axis: they have the day, the hour, the year, or all of them. */
const LABEL = { short: 72, hour: 96, year: 88, all: 136 };

/** The width of a letter of the axis, rather too much than too little. */
const LETTER = 7;

interface TrendChartProps {
  readonly model: TrendModel;
  readonly by: string;
  readonly utc: boolean;
  /** Whether the points are of several years. */
  readonly areYears: boolean;
  /** Called with the first and the last point of the selection. */
  readonly onBrush: (from: number, to: number) => void;
}

export function TrendChart({ model, by, utc, areYears, onBrush }: TrendChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(720);
  const [brush, setBrush] = useState<readonly [number, number] | null>(null);
  useLayoutEffect(() => {
    const node = box.current;
    if (node === null) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(280, node.clientWidth)));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  const { points, measured } = model;
  const values = points.flatMap(({ value, low, high }) => [value, low, high]).filter((value) => value !== null);
  const isScore = measured !== "count";
  // Counts and recommendation scores are shown as whole numbers.
  const marks = ticks(isScore ? Math.min(...values) : 0, Math.max(...values, isScore ? -Infinity : 1), 5, measured === "mean" ? 0 : 1);
  const decimals = decimalsOf(marks);
  const y = scale(marks[0] ?? 0, marks.at(-1) ?? 1, HEIGHT - EDGE.bottom, EDGE.top);
  const step = (width - EDGE.start - EDGE.end) / Math.max(1, points.length);
  const drawn = marksOf(points, width - EDGE.start - EDGE.end);
  const x = (at: number) => EDGE.start + (at + 0.5) * step;
  const isDay = by === "day" || by === "week";
  const label = by === "hour" ? (areYears ? LABEL.all : LABEL.hour) : isDay && areYears ? LABEL.year : LABEL.short;
  const labelled = every(points.length, Math.floor((width - EDGE.start) / label));
  const show = (value: number, decimals: number) => (measured === "nps" ? f().score(value) : isScore ? f().fixed(value, decimals) : f().count(value));

  const named = (place: number) => f().bucket(points[place]?.from ?? "", by, utc, areYears);
  /** What a mark is about: its point, or the one with the highest value of several. */
  const spanOfMark = (from: number, to: number, at: number) => (to - from > 1 ? t().time.highest(named(from), named(to - 1), named(at)) : named(at));

  const at = (event: PointerEvent) => {
    const left = box.current?.getBoundingClientRect().left ?? 0;
    return Math.max(0, Math.min(points.length - 1, Math.floor((event.clientX - left - EDGE.start) / step)));
  };
  const start = (event: PointerEvent) => {
    if (event.button !== 0 || event.pointerType === "touch") return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    setBrush([at(event), at(event)]);
  };
  const end = () => {
    if (brush === null) return;
    setBrush(null);
    onBrush(brush[0], brush[1]);
  };
  return (
    <div class="trend" ref={box} aria-hidden="true">
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} direction="ltr" onPointerDown={start} onPointerMove={(event) => brush && setBrush([brush[0], at(event)])} onPointerUp={end} onPointerCancel={() => setBrush(null)}>
        {marks.map((mark) => (
          <g key={mark}>
            <line class="grid-line" x1={EDGE.start} x2={width - EDGE.end} y1={y(mark)} y2={y(mark)} />
            <text class="axis" x={EDGE.start - 8} y={y(mark) + 4} text-anchor="end">
              {show(mark, decimals)}
            </text>
          </g>
        ))}
        {points.map((point, place) => {
          if (place % labelled !== 0) return null;
          const text = f().tick(point.from, by, utc, areYears);
          const taken = text.length * LETTER;
          const label = anchored(x(place), taken, width);
          // One that is moved away from the edge may come too near to the one before it.
          if (label.anchor === "end" && place > 0 && label.x - taken < x(place - labelled) + taken / 2) return null;
          return (
            <text key={point.from} class="axis" x={label.x} y={HEIGHT - 10} text-anchor={label.anchor}>
              {text}
            </text>
          );
        })}
        {brush !== null && <rect class="brush" x={x(Math.min(...brush)) - step / 2} y={EDGE.top} width={(Math.abs(brush[1] - brush[0]) + 1) * step} height={HEIGHT - EDGE.top - EDGE.bottom} />}
        {measured === "count" ? <Columns model={model} drawn={drawn} x={x} y={y} step={step} /> : <Line model={model} drawn={drawn} x={x} y={y} />}
        {drawn.map(({ from, to, at }) => {
          const point = points[at];
          if (point === undefined) return null;
          return (
            <rect key={point.from} class="hover" x={x(from) - step / 2} y={EDGE.top} width={(to - from) * step} height={HEIGHT - EDGE.top - EDGE.bottom}>
              <title>{t().time.point(spanOfMark(from, to, at), point.value === null ? "–" : show(point.value, 2), f().count(point.n))}</title>
            </rect>
          );
        })}
      </svg>
    </div>
  );
}

interface MarksProps {
  readonly model: TrendModel;
  readonly drawn: readonly Mark[];
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
}

function Columns({ model: { points }, drawn, x, y, step }: MarksProps & { readonly step: number }) {
  return (
    <>
      {drawn.map(({ from, to, at }) => {
        const point = points[at];
        if (point === undefined) return null;
        const value = point.value ?? 0;
        const [start, end] = [x(from) - step / 2, x(to - 1) + step / 2];
        // Those of several points have whole pixels without gaps, which would make a pattern of their own.
        const width = to - from > 1 ? Math.ceil(end) - Math.floor(start) : Math.max(1, Math.min(40, step * 0.72));
        const left = to - from > 1 ? Math.floor(start) : (start + end - width) / 2;
        return <rect key={point.from} class={point.current ? "column current" : "column"} x={left} y={y(value)} width={width} height={Math.max(0, y(0) - y(value))} rx={to - from > 1 ? 0 : Math.min(3, width / 4)} />;
      })}
    </>
  );
}

function Line({ model: { points }, drawn, x, y }: MarksProps) {
  const at = (place: number, of: "value" | "low" | "high") => `${x(place).toFixed(1)},${y(points[place]?.[of] ?? points[place]?.value ?? 0).toFixed(1)}`;
  const lines = runs(points);
  const band = (run: readonly number[]) => `M${run.map((place) => at(place, "high")).join("L")}L${[...run].reverse().map((place) => at(place, "low")).join("L")}Z`;
  return (
    <>
      <path class="band" d={lines.map(band).join("")} />
      <path class="line" d={lines.map((run) => `M${run.map((place) => at(place, "value")).join("L")}`).join("")} />
      {dotsOf(points, drawn).map((place) => {
        const point = points[place];
        if (point === undefined || point.value === null) return null;
        return <circle key={point.from} class={point.hollow ? "dot hollow" : "dot"} cx={x(place)} cy={y(point.value)} r={points.length > 120 ? 2 : 4} />;
      })}
    </>
  );
}
