import { createDecipheriv, pbkdf2Sync } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { DroverError } from "../../protocol/errors.ts";
import type { PersonalProfile } from "../personalProfiles.ts";
import { querySqlite, type Row } from "./sqliteFile.ts";

export interface StoredCookie {
  name: string;
  value: string;
  domain: string;
  path: string;
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite?: "Strict" | "Lax" | "None";
}

export interface ReadCookies {
  cookies: StoredCookie[];
  /** Those that this machine's key does not open. */
  locked: number;
}

/** The cookies of a domain and what is below it, as a profile has them on disk. */
export async function readCookies({ kind, dir }: Pick<PersonalProfile, "kind" | "dir">, domain: string, profile = "Default", platform = process.platform): Promise<ReadCookies> {
  if (kind === "firefox") return firefoxCookies(path.join(dir, "cookies.sqlite"), domain);
  if (platform !== "linux")
    throw new DroverError("refused", platform === "win32" ? "this browser binds its cookies to itself on Windows (app-bound encryption): no other program can read them" : "the key to this browser's cookies is in the macOS keychain, which is not asked", {
      hint: "`drover attach` or `drover bridge` use the browser itself, with its log-ins. Firefox's cookies can be imported.",
    });
  const file = [path.join(dir, profile, "Network", "Cookies"), path.join(dir, profile, "Cookies")].find(existsSync);
  if (file === undefined) throw noCookies(path.join(dir, profile));
  return chromiumCookies(file, domain);
}

const noCookies = (place: string): DroverError => new DroverError("not-found", `there are no cookies at ${place}`, { hint: "--profile names another profile of that browser, such as \"Profile 1\"." });

const isOf = (host: string, domain: string): boolean => host.replace(/^\./, "") === domain || host.endsWith(`.${domain}`);
const text = (cell: Row[string] | undefined): string => (cell === null || cell === undefined ? "" : String(cell));

async function firefoxCookies(file: string, domain: string): Promise<ReadCookies> {
  if (!existsSync(file)) throw noCookies(file);
  // Containers and partitions have cookies of their own, which no other place may have.
  const rows = await querySqlite(file, "SELECT name, value, host, path, expiry, isSecure, isHttpOnly, sameSite FROM moz_cookies WHERE originAttributes = ''");
  const sameSites: Record<string, StoredCookie["sameSite"]> = { 1: "Lax", 2: "Strict" };
  const cookies = rows.filter((row) => isOf(text(row["host"]), domain)).map((row) => {
    const expiry = Number(row["expiry"]);
    const sameSite = sameSites[text(row["sameSite"])];
    return {
      name: text(row["name"]),
      value: text(row["value"]),
      domain: text(row["host"]),
      path: text(row["path"]),
      // Since 2025 in milliseconds.
      expires: Math.floor(expiry > 1e11 ? expiry / 1000 : expiry),
      httpOnly: row["isHttpOnly"] === 1,
      secure: row["isSecure"] === 1,
      ...(sameSite && { sameSite }),
    };
  });
  return { cookies, locked: 0 };
}

/** Since this version of the database a value begins with the hash of its host. */
const HASHED_SINCE = 24;
const HASH_BYTES = 32;
/** Chromium counts microseconds from 1601. */
const EPOCH_SECONDS = 11_644_473_600;

async function chromiumCookies(file: string, domain: string): Promise<ReadCookies> {
  const [meta] = await querySqlite(file, "SELECT value FROM meta WHERE key = 'version'");
  const isHashed = Number(meta?.["value"]) >= HASHED_SINCE;
  const rows = (await querySqlite(file, "SELECT name, value, encrypted_value, host_key, path, expires_utc, is_secure, is_httponly, samesite, has_expires FROM cookies WHERE top_frame_site_key = ''")).filter((row) => isOf(text(row["host_key"]), domain));
  const sameSites: Record<string, StoredCookie["sameSite"]> = { 0: "None", 1: "Lax", 2: "Strict" };
  const cookies = rows.flatMap((row) => {
    const value = text(row["value"]) || opened(row["encrypted_value"], isHashed);
    if (value === undefined) return [];
    const sameSite = sameSites[text(row["samesite"])];
    return [
      {
        name: text(row["name"]),
        value,
        domain: text(row["host_key"]),
        path: text(row["path"]),
        expires: row["has_expires"] === 1 ? Math.floor(Number(row["expires_utc"]) / 1e6) - EPOCH_SECONDS : -1,
        httpOnly: row["is_httponly"] === 1,
        secure: row["is_secure"] === 1,
        ...(sameSite && { sameSite }),
      },
    ];
  });
  return { cookies, locked: rows.length - cookies.length };
}

/** The key of a Chromium that has no keyring to put one into is the same everywhere. What begins with v11 has one in a keyring. */
function opened(cell: Row[string] | undefined, isHashed: boolean): string | undefined {
  if (!(cell instanceof Uint8Array) || cell.length === 0) return "";
  const bytes = Buffer.from(cell);
  if (bytes.toString("latin1", 0, 3) !== "v10") return undefined;
  const decipher = createDecipheriv("aes-128-cbc", pbkdf2Sync("peanuts", "saltysalt", 1, 16, "sha1"), Buffer.alloc(16, " "));
  const plain = Buffer.concat([decipher.update(bytes.subarray(3)), decipher.final()]);
  return plain.subarray(isHashed ? HASH_BYTES : 0).toString("utf8");
}
