/** What a translated part exports, given what it imports. */
type Code = (imports: object) => object;

/** What the glue of a part takes for WebAssembly where the part is plain JavaScript. */
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
