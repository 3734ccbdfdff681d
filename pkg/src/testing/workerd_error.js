/** A Worker that did not start; the message says why. */
export class WorkerdError extends Error {}
