/** The build of the engine and its callers, which the build script writes here. A copied worker may be of another. */
export const BUILD: string = "source";
