import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

type Cell = number | string | Uint8Array | null;

/** Of sql.js, as much as is used. */
interface Sqlite {
  Database: new (bytes: Uint8Array) => { exec(sql: string): { columns: string[]; values: Cell[][] }[]; close(): void };
}

export type Row = Record<string, Cell>;

/** Rows of a query over a copy of a database file that another program may be writing: nothing of it is locked or changed. */
export async function querySqlite(file: string, sql: string): Promise<Row[]> {
  const wal = `${file}-wal`;
  const bytes = existsSync(wal) ? withWal(readFileSync(file), readFileSync(wal)) : readFileSync(file);
  // A database in WAL mode would be looked for beside a file that is not there.
  bytes.fill(1, 18, 20);
  const { Database } = await loadSqlite();
  const database = new Database(bytes);
  try {
    return database.exec(sql).flatMap(({ columns, values }) => values.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null]))));
  } finally {
    database.close();
  }
}

/** It lies beside the bundles, and is loaded by those few who need it. */
async function loadSqlite(): Promise<Sqlite> {
  const place = (name: string) => path.join(import.meta.dirname, name);
  const init = createRequire(place("sqlite.cjs"))(place("sqlite.cjs")) as (options: { wasmBinary: Uint8Array }) => Promise<Sqlite>;
  return init({ wasmBinary: readFileSync(place("sqlite.wasm")) });
}

const WAL_HEADER = 32;
const FRAME_HEADER = 24;

/** The database with the pages that were committed to its write-ahead log. https://sqlite.org/fileformat.html#the_write_ahead_log */
function withWal(database: Buffer, wal: Buffer): Buffer {
  if (wal.length < WAL_HEADER) return database;
  let whole = database;
  const pageSize = wal.readUInt32BE(8);
  const salts = wal.subarray(16, 24);
  let pending: [page: number, at: number][] = [];
  for (let at = WAL_HEADER; at + FRAME_HEADER + pageSize <= wal.length; at += FRAME_HEADER + pageSize) {
    // Frames of an earlier round of the log have other salts.
    if (!wal.subarray(at + 8, at + 16).equals(salts)) break;
    pending.push([wal.readUInt32BE(at), at + FRAME_HEADER]);
    const pages = wal.readUInt32BE(at + 4);
    if (pages === 0) continue;
    if (pages * pageSize > whole.length) whole = Buffer.concat([whole], pages * pageSize);
    for (const [page, from] of pending) wal.copy(whole, (page - 1) * pageSize, from, from + pageSize);
    pending = [];
  }
  return whole;
}
