// The workbench that a component of the results screen is part of.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Workbench } from "./workbench.ts";

export const WorkbenchContext = createContext<Workbench | null>(null);

/** The workbench that the component is part of. */
export function useWorkbench(): Workbench {
  const workbench = useContext(WorkbenchContext);
  if (workbench === null) throw new Error("A component of the results is outside of their screen.");
  return workbench;
}
