/** What the build leaves to platforms that import WebAssembly: `?module` is how some of them are asked for it. */
declare module "*.wasm" {
  const part: WebAssembly.Module;
  export default part;
}

declare module "*.wasm?module" {
  const part: WebAssembly.Module;
  export default part;
}
