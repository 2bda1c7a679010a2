// Puts `dist/drover` where `drover` links to: the native program for this machine where there is one that runs, else Node.
// Run by npm after an install, or by the first daemon where npm runs no scripts. As an argument `launcher` leaves it to Node, for a package that is
// to be sent, and `copy` makes a file of its own, for a build: npm packs of two links only one.
const { execFileSync } = require("node:child_process");
const { chmodSync, copyFileSync, existsSync, linkSync, renameSync, rmSync, writeFileSync } = require("node:fs");
const path = require("node:path");

const dist = path.join(__dirname, "..", "dist");
const door = path.join(dist, "drover");
const native = path.join(dist, "doors", `${process.platform}-${process.arch}`);
// Without an ending it is a module, as the package says.
const launcher = '#!/usr/bin/env node\nimport "./drover.cjs";\n';

function runs() {
  try {
    return existsSync(native) && execFileSync(native, ["--version"], { encoding: "utf8" }).trim() !== "";
  } catch {
    // For another C library or an older kernel: Node it is.
    return false;
  }
}

/** Twice in the folder, once on the disk. */
function link(draft) {
  if (process.argv[2] === "copy") return copyFileSync(native, draft);
  try {
    linkSync(native, draft);
  } catch {
    // A file system without links.
    copyFileSync(native, draft);
  }
}

function place() {
  const draft = `${door}.${process.pid}`;
  if (process.argv[2] !== "launcher" && process.platform !== "win32" && runs()) link(draft);
  else writeFileSync(draft, launcher);
  chmodSync(draft, 0o755);
  renameSync(draft, door);
  // One link of a file renamed to another one stays.
  rmSync(draft, { force: true });
}

// A clone that was not built yet has nothing to place, and nothing to send.
if (existsSync(path.join(dist, "drover.cjs"))) place();
else if (process.argv[2] === "launcher") {
  console.error("drover: there is nothing to pack yet: npm run build makes dist.");
  process.exitCode = 1;
}
