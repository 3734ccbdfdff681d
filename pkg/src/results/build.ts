/** The build of the engine and of what calls it, which the build script writes here. A copied worker may be of another one. */
export const BUILD: string = "source";
