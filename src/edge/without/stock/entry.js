// The entry that worker-build makes, unchanged.

export { default } from "canvass:worker";
export * from "canvass:worker";
