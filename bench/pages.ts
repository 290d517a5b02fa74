import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { startEmbeddedPostgres } from "../server/db/embedded.ts";
import { startServer, stopServer } from "./serve.ts";

/*
 * Lighthouse over the six public pages of the built product: a phone, simulated slow 4G and a processor four times
 * slower, each page with an empty cache; the median of the runs. `npm run build && npm run bench:pages`, or with the
 * number of runs: `npm run bench:pages -- 1`. Fails when a page misses what it must reach.
 */
const port = 3910;
const debuggingPort = 3911;
const pages = ["/", "/about", "/pricing", "/contact", "/privacy", "/terms"];
const least = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 };
type Category = keyof typeof least;
const categories = Object.keys(least) as Category[];
const landingLimits = { total: 350_000, scripts: 115_000 };
const runs = Number(process.argv[2] ?? 3);

interface Measured {
  path: string;
  scores: Record<Category, number>;
  /** Milliseconds, as simulated; the shift has no unit. */
  firstPaint: number;
  largestPaint: number;
  blocked: number;
  shift: number;
  /** Bytes over the wire. */
  total: number;
  scripts: number;
  /** What kept a score from 100. */
  failed: string[];
}

async function measureOnce(path: string): Promise<Measured> {
  const result = await lighthouse(`http://localhost:${port}${path}`, {
    port: debuggingPort,
    output: "json",
    logLevel: "error",
    onlyCategories: categories,
  });
  if (result === undefined) throw new Error(`Lighthouse said nothing about ${path}`);
  const { audits, categories: found } = result.lhr;
  const scoreOf = (category: Category) => Math.round((found[category]?.score ?? 0) * 100);
  const numberOf = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const requests = (audits["network-requests"]?.details as { items: Request[] } | undefined)?.items ?? [];
  const bytesOf = (wanted: (request: Request) => boolean) =>
    requests.filter(wanted).reduce((sum, { transferSize }) => sum + transferSize, 0);
  const failed = categories
    .slice(1)
    .flatMap((category) =>
      (found[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
        .map(({ id }) => id),
    );
  return {
    path,
    scores: Object.fromEntries(
      categories.map((category) => [category, scoreOf(category)]),
    ) as Measured["scores"],
    firstPaint: numberOf("first-contentful-paint"),
    largestPaint: numberOf("largest-contentful-paint"),
    blocked: numberOf("total-blocking-time"),
    shift: numberOf("cumulative-layout-shift"),
    total: bytesOf(({ resourceType }) => resourceType !== "Media"),
    scripts: bytesOf(({ resourceType }) => resourceType === "Script"),
    failed,
  };
}

interface Request {
  resourceType: string;
  transferSize: number;
}

/** The run whose performance stands in the middle. */
async function measure(path: string): Promise<Measured> {
  const measured: Measured[] = [];
  for (let run = 0; run < runs; run += 1) measured.push(await measureOnce(path));
  measured.sort((one, other) => one.scores.performance - other.scores.performance);
  return measured[Math.floor(measured.length / 2)] as Measured;
}

function print(cells: (string | number)[]): void {
  const widths = [10, 12, 14, 15, 4, 9, 9, 8, 6, 9, 9];
  process.stdout.write(`${cells.map((cell, index) => String(cell).padEnd(widths[index] ?? 0)).join(" ")}\n`);
}

function report({ path, scores, firstPaint, largestPaint, blocked, shift, total, scripts }: Measured): void {
  const milliseconds = (value: number) => `${Math.round(value)} ms`;
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  print([
    path,
    ...categories.map((category) => scores[category]),
    ...[firstPaint, largestPaint, blocked].map(milliseconds),
    shift.toFixed(3),
    kilobytes(total),
    kilobytes(scripts),
  ]);
}

function misses({ path, scores, total, scripts, failed }: Measured): string[] {
  const low = categories.filter((category) => scores[category] < least[category]);
  return [
    ...low.map((category) => `${path}: ${category} ${scores[category]} (${failed.join(", ")})`),
    ...(path === "/" && total > landingLimits.total ? [`/: ${total} bytes before interaction`] : []),
    ...(path === "/" && scripts > landingLimits.scripts ? [`/: ${scripts} bytes of JavaScript`] : []),
  ];
}

const dataDirectory = await mkdtemp(join(tmpdir(), "greenroom-bench-"));
await chmod(dataDirectory, 0o755); // Run by root, PostgreSQL has an account of its own, which must get in.
const postgres = await startEmbeddedPostgres({ dataDirectory, log: () => undefined });
const server = await startServer({
  dataDirectory,
  databaseUrl: postgres.connectionString,
  port,
  entry: ["dist/server/main.js"],
});
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
  args: [
    `--remote-debugging-port=${debuggingPort}`,
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
  ].concat(["--disable-background-networking", "--disable-component-update", "--disable-sync"]),
});
try {
  print(["page", ...categories, "paint", "largest", "blocked", "shift", "wire", "scripts"]);
  const failures: string[] = [];
  for (const path of pages) {
    const measured = await measure(path);
    report(measured);
    failures.push(...misses(measured));
  }
  process.stdout.write(
    failures.length === 0 ? "\nEvery page reaches its marks.\n" : `\n${failures.join("\n")}\n`,
  );
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await stopServer(server);
  await postgres.stop();
  await rm(dataDirectory, { recursive: true, force: true });
}
