// The account's links to results of one survey.

import { signal } from "@preact/signals";
import { isAbort } from "../../session.ts";
import { type Link, listLinks } from "./links.ts";

export class SurveyLinks {
  readonly #survey_id: string;
  /** How often the links were asked for. */
  #asked = 0;
  /** The links that live; null while that is unknown. */
  readonly living = signal<readonly Link[] | null>(null);

  constructor(survey_id: string) {
    this.#survey_id = survey_id;
  }

  /** Lists the links. A gateway without links, or no network, is no reason for a message. */
  async load(): Promise<void> {
    await this.#list().catch(() => {});
  }

  /**
   * Lists the links because one is published, here or elsewhere. If they cannot be listed, which live is unknown, and
   * what was listed before counts no more.
   */
  async check(): Promise<readonly Link[]> {
    try {
      return await this.#list();
    } catch (error) {
      if (!isAbort(error)) this.living.value = null;
      throw error;
    }
  }

  async #list(): Promise<readonly Link[]> {
    const asked = (this.#asked += 1);
    const links = (await listLinks()).filter((link) => link.survey_id === this.#survey_id);
    // A response to an earlier request may have links that were revoked meanwhile.
    if (asked === this.#asked) this.living.value = links;
    return links;
  }
}
