/** Imports that the build leaves to platforms which import WebAssembly themselves; some of them expect `?module`. */
declare module "*.wasm" {
  const part: WebAssembly.Module;
  export default part;
}

declare module "*.wasm?module" {
  const part: WebAssembly.Module;
  export default part;
}
