/** The engine, as platforms that import WebAssembly give it. */
declare const engine: WebAssembly.Module;
export default engine;
