// What the platform itself can do, for comparison: a Worker that answers a constant, or asks an object with one table.

import { DurableObject } from "cloudflare:workers";

export class Limit extends DurableObject {
  constructor(state, env) {
    super(state, env);
    this.sql = state.storage.sql;
    this.sql.exec("CREATE TABLE IF NOT EXISTS texts (id INTEGER PRIMARY KEY, text TEXT NOT NULL)");
    this.sql.exec("INSERT OR REPLACE INTO texts (id, text) VALUES (1, 'a text of one row')");
  }
  fetch() {
    return new Response("a constant of the object");
  }
  constant() {
    return "a constant of the object";
  }
  read() {
    return this.sql.exec("SELECT text FROM texts WHERE id = ?", 1).one().text;
  }
  write() {
    return this.sql.exec("INSERT INTO texts (text) VALUES (?) RETURNING id", "a text of a new row").one().id;
  }
}

export default {
  async fetch(request, { LIMIT }) {
    const { pathname } = new URL(request.url);
    const object = () => LIMIT.get(LIMIT.idFromName("the only one"));
    if (pathname === "/fetch") return object().fetch(request);
    if (pathname === "/rpc") return new Response(await object().constant());
    if (pathname === "/read") return new Response(await object().read());
    if (pathname === "/write") return new Response(await object().write());
    return new Response("a constant of the Worker");
  },
};
