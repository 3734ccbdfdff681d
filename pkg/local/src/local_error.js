/** A local service that does not start; the message says why and what helps. */
export class LocalError extends Error {}
