/** A translated part: returns its exports for its imports. */
type Code = (imports: object) => object;

/** A replacement for the global `WebAssembly`, with which the glue of a part instantiates plain JavaScript. */
export function platformOf(code: Code) {
  class Module {}
  class Instance {
    readonly exports: object;

    constructor(_module: Module, imports: object) {
      this.exports = code(imports);
    }
  }
  return { Module, Instance, instantiate: async (module: Module, imports: object) => new Instance(module, imports) };
}
