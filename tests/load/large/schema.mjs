// Databases with the service's own tables: the scripts of src/service/actor/schema in the order that its mod.rs lists.

import { existsSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { installPeers } from "../../../scripts/peers.mjs";
import { Failure, root, target } from "../../../scripts/run.mjs";

const folder = join(root, "src", "service", "actor", "schema");

/** The folder of better-sqlite3: `CANVASS_SQLITE`, or the programs for comparison, which are installed on first use. */
function sqliteFolder() {
  if (process.env.CANVASS_SQLITE) {
    return process.env.CANVASS_SQLITE;
  }
  const installed = join(target, "peers", "node_modules", "better-sqlite3");
  if (!existsSync(installed)) {
    installPeers();
  }
  if (!existsSync(installed)) {
    throw new Failure("better-sqlite3 is not installed. Name its folder in CANVASS_SQLITE.");
  }
  return installed;
}

let Database;

/** The statements that create the tables of a team. */
export function teamStatements() {
  const source = readFileSync(join(folder, "mod.rs"), "utf8");
  const [, list] = /const TEAM: Migrations = &\[\n(.*?)\n\];/s.exec(source) ?? [];
  const steps = [...(list ?? "").matchAll(/include_str!\("([^"]+)"\)|"([^"]+)"/g)];
  if (steps.length < 10) {
    throw new Failure("The steps of a team's tables were not found in src/service/actor/schema/mod.rs.");
  }
  const scripts = steps.map(([, file, statement]) => statement ?? readFileSync(join(folder, file), "utf8"));
  return scripts.flatMap((script) => script.split(";")).map((statement) => statement.trim()).filter(Boolean);
}

/** Creates a database with a team's tables. */
export function createDatabase(path) {
  removeDatabase(path);
  const database = openDatabase(path);
  for (const statement of teamStatements()) {
    database.exec(statement);
  }
  return database;
}

/** Opens a database whose commits are durable: a write-ahead log that each commit flushes. SQLite's own cache size. */
export function openDatabase(path) {
  Database ??= createRequire(import.meta.url)(sqliteFolder());
  const database = new Database(path);
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma("cache_size = -2000");
  database.pragma("foreign_keys = ON");
  return database;
}

/** Prepares a database for filling: without durability, because a run that fails starts again. */
export function beginFilling(database) {
  database.pragma("journal_mode = OFF");
  database.pragma("synchronous = OFF");
  database.pragma("cache_size = -1500000");
}

/** Deletes a database. */
export function removeDatabase(path) {
  for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]) {
    rmSync(file, { force: true });
  }
}

/** Bytes of a database that hold data: those of its pages without the free ones. */
export function usedBytes(database) {
  const pages = database.pragma("page_count", { simple: true }) - database.pragma("freelist_count", { simple: true });
  return pages * database.pragma("page_size", { simple: true });
}

/** Bytes of each table and index, largest first. Reads every page. */
export function bytesByTable(database) {
  return database.prepare("SELECT name, pgsize AS bytes, payload FROM dbstat WHERE aggregate = TRUE ORDER BY pgsize DESC").all();
}

/**
 * How many entries a statement writes for one row: the row, and one of each index with a changed column. Partial
 * indexes have no entry for most rows.
 */
export function entriesPerRow(database, table, changed) {
  const indexes = database.prepare("SELECT name FROM pragma_index_list(?) WHERE NOT partial").all(table);
  const holds = ({ name }) => {
    const columns = database.prepare("SELECT name FROM pragma_index_info(?)").all(name);
    return changed === undefined || columns.some((column) => changed.includes(column.name));
  };
  return 1 + indexes.filter(holds).length;
}
