// The client of `npm run bench -- service`: HTTP/1.1 over open sockets, one request at a time on each. It does so
// little that it is no slower than the fastest of the servers, which node:http would be.

import net from "node:net";
import { Failure } from "./run.mjs";

const HEAD_END = Buffer.from("\r\n\r\n");
const LINE_END = Buffer.from("\r\n");

/** The bytes of a request to an origin. */
export function requestBytes(origin, method, path, headers, body) {
  const lines = Object.entries({ Host: new URL(origin).host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === undefined ? "" : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}${length}\r\n${body ?? ""}`);
}

/**
 * Reads responses from the chunks of a socket, and calls `done` with each: its status, head and length, and its body if
 * kept.
 */
class ResponseReader {
  constructor(done) {
    this.done = done;
    this.rest = null;
    this.head = null;
  }

  /** Takes a chunk. Throws a `Failure` for bytes that are not HTTP. */
  read(chunk) {
    const bytes = this.rest === null ? chunk : Buffer.concat([this.rest, chunk]);
    this.rest = null;
    if (this.head !== null) {
      this.readBody(bytes);
      return;
    }
    const end = bytes.indexOf(HEAD_END);
    if (end < 0) {
      this.rest = bytes;
      return;
    }
    this.head = bytes.latin1Slice(0, end);
    this.status = Number(this.head.slice(9, 12));
    this.parts = [];
    this.length = 0;
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.head);
    this.left = length === null ? 0 : Number(length[1]);
    this.isChunked = length === null && /\r\ntransfer-encoding: *chunked/i.test(this.head);
    if (length === null && !this.isChunked && this.status !== 204 && this.status !== 304) {
      throw new Failure(`A response has no length: ${this.head}`);
    }
    this.readBody(bytes.subarray(end + HEAD_END.length));
  }

  readBody(bytes) {
    const from = this.isChunked ? this.readChunks(bytes) : this.readPart(bytes, 0);
    if (from < 0) return;
    const { status, head, length, parts } = this;
    this.head = null;
    if (from < bytes.length) throw new Failure("A server sent more than one response to a request.");
    this.done({ status, head, length, parts });
  }

  /** Takes bytes of a body of known length. Returns where it ends, or -1. */
  readPart(bytes, from) {
    const part = bytes.subarray(from, from + this.left);
    this.parts.push(part);
    this.length += part.length;
    this.left -= part.length;
    return this.left === 0 ? from + part.length : -1;
  }

  /** Takes bytes of a body in chunks. Returns where it ends, or -1. */
  readChunks(bytes) {
    let from = 0;
    for (;;) {
      if (this.left > 0) {
        from = this.readPart(bytes, from);
        if (from < 0) return -1;
        this.afterChunk = true;
      }
      const start = this.afterChunk ? from + LINE_END.length : from;
      const end = bytes.indexOf(LINE_END, start);
      const isLast = end >= 0 && Number.parseInt(bytes.latin1Slice(start, end), 16) === 0;
      if (end < 0 || (isLast && bytes.length < end + 2 * LINE_END.length)) {
        this.rest = bytes.subarray(from);
        return -1;
      }
      this.afterChunk = false;
      from = end + LINE_END.length;
      if (isLast) return from + LINE_END.length;
      this.left = Number.parseInt(bytes.latin1Slice(start, end), 16);
      if (!(this.left > 0)) throw new Failure("A response has a broken chunk.");
    }
  }
}

/** Opens a socket to an origin. Its `send(bytes)` resolves with the response. */
async function connect(origin) {
  const { hostname, port } = new URL(origin);
  const socket = net.connect({ host: hostname, port: Number(port), noDelay: true });
  let waiting = null;
  const fail = (error) => {
    const failed = waiting;
    waiting = null;
    failed?.fail(error);
  };
  const reader = new ResponseReader((response) => {
    const { done } = waiting;
    waiting = null;
    done(response);
  });
  socket.on("data", (chunk) => {
    try {
      reader.read(chunk);
    } catch (error) {
      fail(error);
      socket.destroy();
    }
  });
  socket.on("error", fail);
  socket.on("close", () => fail(new Failure(`${origin} closed a connection.`)));
  await new Promise((done, fail) => socket.once("connect", done).once("error", fail));
  return {
    send: (bytes) =>
      new Promise((done, fail) => {
        waiting = { done, fail };
        socket.write(bytes);
      }),
    close: () => socket.destroy(),
  };
}

const withText = ({ status, head, parts }) => ({ status, head, body: Buffer.concat(parts).toString() });

/** Sends one request: its status, head and body as text. */
export async function sendOnce(origin, bytes) {
  const connection = await connect(origin);
  try {
    return withText(await connection.send(bytes));
  } finally {
    connection.close();
  }
}

/**
 * Sends requests, `atOnce` at a time, for some milliseconds or until `next` returns null. `next` returns the bytes of
 * the next request. Every response must have the status. Returns the milliseconds of each request and of all, and the
 * responses if they are kept.
 */
export async function sendMany({ origin, next, status, keeps = false }, atOnce, milliseconds) {
  const connections = await Promise.all(Array.from({ length: atOnce }, () => connect(origin)));
  const times = [];
  const responses = [];
  const start = performance.now();
  const end = start + milliseconds;
  const client = async (connection) => {
    for (let began = performance.now(); began < end; ) {
      const bytes = next();
      if (bytes === null) return;
      const response = await connection.send(bytes);
      const now = performance.now();
      times.push(now - began);
      began = now;
      if (response.status !== status) {
        const asked = bytes.latin1Slice(0, bytes.indexOf(LINE_END));
        throw new Failure(`${asked} at ${origin} returned status ${response.status}: ${withText(response).body.slice(0, 500)}`);
      }
      if (keeps) responses.push(response);
    }
  };
  try {
    await Promise.all(connections.map(client));
    return { times, wall: performance.now() - start, responses: responses.map(withText) };
  } finally {
    for (const connection of connections) connection.close();
  }
}
