/** The glue of exports, as the build makes it: what the facade uses of it. */

import type { ExportFacade } from "./engine.js";

export function exportResponses(
  facade: ExportFacade,
  gateway: string,
  options: { readonly survey_id: string; readonly format: string; readonly mark: boolean; readonly timeout: number },
  signal: AbortSignal | undefined,
): Promise<unknown>;

export default function init(engine: { module_or_path: BufferSource | WebAssembly.Module }): Promise<unknown>;
