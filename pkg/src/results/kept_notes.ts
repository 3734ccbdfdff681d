/** The notes of a survey that are kept here: a copy of the gateway's, or without a gateway the only ones. */

import type { Snapshot } from "./engine.js";
import { isOfBrowser } from "./folder_errors.js";
import type { Engine } from "./host.js";
import { serially } from "./serially.js";
import type { SurveyStorage } from "./survey_storage.js";
import type { SurveyNotes } from "./types.js";

/** The notes in the memory of this tab or program, and in the place where the responses are kept, if they are. */
export class KeptNotes {
  readonly #engine: Engine;
  readonly #storage: SurveyStorage;
  readonly #hasGateway: boolean;
  #newest: SurveyNotes | undefined;
  readonly #serially = serially();

  constructor(engine: Engine, storage: SurveyStorage, hasGateway: boolean) {
    this.#engine = engine;
    this.#storage = storage;
    this.#hasGateway = hasGateway;
  }

  /** The notes; undefined if none are kept. */
  async read(): Promise<SurveyNotes | undefined> {
    // Without a gateway, another program may have changed them in the folder.
    const isShared = !this.#hasGateway && this.#storage.place !== undefined;
    if (isShared || this.#newest === undefined) {
      const written = await this.#written();
      // Those of the tab are newer until they are taken to the folder.
      if (written && written.version >= (this.#newest?.version ?? 0)) this.#newest = written;
    }
    return this.#newest;
  }

  async write(notes: SurveyNotes): Promise<void> {
    this.#newest = notes;
    if (this.#storage.place) await this.#engine.keepNotes(JSON.stringify(notes)).catch(this.#unlessCopy);
  }

  /** Makes a change while no other one is made, here or in another program. */
  change(make: (notes: SurveyNotes | undefined) => SurveyNotes): Promise<SurveyNotes> {
    return this.#inTurn(async () => {
      const notes = make(await this.read());
      await this.write(notes);
      return notes;
    });
  }

  /** Takes the notes of the tab to the place that is used from now on, unless newer ones are kept there. */
  move(): Promise<void> {
    return this.#inTurn(async () => {
      const notes = this.#newest;
      const kept = this.#hasGateway ? undefined : await this.#written();
      if (notes && (kept?.version ?? -1) < notes.version) await this.write(notes);
    });
  }

  /** Erases what is kept. Notes that no gateway has are left there, and the tab goes on with them. */
  erase(): Promise<Snapshot> {
    return this.#inTurn(async () => {
      if (!this.#hasGateway) await this.read();
      return this.#engine.erase(this.#hasGateway ? "all" : "responses");
    });
  }

  async #written(): Promise<SurveyNotes | undefined> {
    try {
      const text = await this.#engine.notes();
      return text === undefined ? undefined : (JSON.parse(text) as SurveyNotes);
    } catch (error) {
      return this.#unlessCopy(error);
    }
  }

  /**
   * For `catch`: a copy of the gateway's notes that the browser cannot keep, or has written only in part, is no loss.
   */
  readonly #unlessCopy = (error: unknown): undefined => {
    if (!(this.#hasGateway && (isOfBrowser(error) || error instanceof SyntaxError))) throw error;
  };

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#serially(() => this.#storage.aloneWithNotes(work));
  }
}
