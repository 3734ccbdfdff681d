// The service's own counts: shown while the responses are not complete, if the service knows all conditions of the
// rule.

import { type ReadonlySignal, type Signal, computed, signal } from "@preact/signals";
import type { Index } from "./design.ts";
import { type Summary, fromRollups } from "./models/rollups.ts";
import { parts, serviceFilters } from "./rules.ts";
import type { SurveyResults } from "./types.ts";
import type { State } from "./url_state.ts";

/** Where the numbers of the summary come from. */
export type Origin = "service" | "held" | "complete";

interface SummaryRequest {
  readonly survey_id: string;
  readonly filters?: object;
}

/** What the counts need of the screen. */
export interface ServiceCountsContext {
  readonly survey_id: string;
  readonly state: Signal<State>;
  readonly origin: ReadonlySignal<Origin>;
  readonly index: ReadonlySignal<Index | null>;
  /** Aborted when the person leaves the screen. */
  readonly left: AbortSignal;
  summarise(request: SummaryRequest, options: { readonly signal: AbortSignal }): Promise<unknown>;
  fail(error: unknown): void;
}

export class ServiceCounts {
  readonly #context: ServiceCountsContext;
  /** The rule that the service is being asked about. */
  #asked: { readonly key: string; readonly request: object } | null = null;
  readonly #summary = signal<{ readonly rule: string; readonly summary: Summary } | null>(null);
  readonly #responses = signal<number | null>(null);
  /** The last counts, and the rule that they are of. */
  readonly rollups: ReadonlySignal<{ readonly rule: string; readonly results: SurveyResults } | null> = computed(() => {
    const [served, index] = [this.#summary.value, this.#context.index.value];
    return served && index && { rule: served.rule, results: fromRollups(served.summary, index) };
  });

  constructor(context: ServiceCountsContext) {
    this.#context = context;
  }

  /** How many responses the service has counted without a rule; null while that is unknown. */
  get responses(): number | null {
    return this.#responses.value;
  }

  /** Asks for the counts of the rule, unless they are known or no longer needed. */
  async load(): Promise<void> {
    const { survey_id, state, origin, left, summarise, fail } = this.#context;
    const rule = state.value.rule;
    if (origin.value !== "service") return;
    const filters = serviceFilters(rule);
    const key = JSON.stringify(rule);
    if (filters === null || this.#summary.peek()?.rule === key || this.#asked?.key === key) return;
    const request: SummaryRequest = { survey_id, ...(parts(rule).length > 0 && { filters }) };
    this.#asked = { key, request };
    try {
      const summary = (await summarise(request, { signal: left })) as Summary;
      if (request.filters === undefined) this.#responses.value = summary.responses;
      if (JSON.stringify(state.peek().rule) === key) this.#summary.value = { rule: key, summary };
    } catch (error) {
      // The numbers of complete responses need no service.
      if (!left.aborted && origin.peek() === "service") fail(error);
    } finally {
      if (this.#asked?.request === request) this.#asked = null;
    }
  }
}
