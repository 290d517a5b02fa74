import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { describeCommand, readWholeNumber } from "../scripts/command-options.ts";
import { startEmbeddedPostgres } from "../server/db/embedded/embedded.ts";
import { median } from "./app-pages/median.ts";
import { serveBarePage } from "./bare-page.ts";
import { startServer, stopServer } from "./serve.ts";

/* Runs Lighthouse on the seven public pages of the built product: a phone, simulated slow 4G, a processor
   four times slower, and an empty cache for each page; takes the median of the runs.
   `npm run bench:pages`, or with the number of runs: `npm run bench:pages -- --runs 1`. The same
   runs measure a page with nothing but React, because on a busy machine every page blocks longer, so only the
   ratio of both counts. Fails when a page misses a target. */
const port = 3910;
const debuggingPort = 3911;
const barePort = 3912;
const pages = ["/", "/about", "/pricing", "/contact", "/interview-with-us", "/privacy", "/terms"];
const minimumScores = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 };
type Category = keyof typeof minimumScores;
const categories = Object.keys(minimumScores) as Category[];
/** Bytes over the network. React, React Router and the list of routes are 100 kB of the scripts. */
const landingLimits = { total: 350_000, scripts: 122_000 };
/** The blocking time of our pages divided by that of the bare page. */
const maximumBlockingRatio = 1;
/**
 * Tasks under 50 ms do not count as blocking, so a bare page can measure zero; below this many milliseconds
 * we compute no ratio.
 */
const negligibleBlocking = 50;
const { runs } = describeCommand("bench:pages", "Measures the public pages with Lighthouse.")
  .option("--runs <number>", "of each page, of which the median counts", readWholeNumber, 3)
  .parse()
  .opts<{ runs: number }>();

interface PageResult {
  path: string;
  scores: Record<Category, number>;
  /** Milliseconds, as simulated; the layout shift has no unit. */
  firstContentfulPaint: number;
  largestContentfulPaint: number;
  totalBlockingTime: number;
  layoutShift: number;
  /** Bytes over the network. */
  totalBytes: number;
  scriptBytes: number;
  /** The audits that kept a score from 100. */
  failedAudits: string[];
}

async function measureOnce(path: string, origin = `http://localhost:${port}`): Promise<PageResult> {
  const result = await lighthouse(`${origin}${path}`, {
    port: debuggingPort,
    output: "json",
    logLevel: "error",
    onlyCategories: categories,
  });
  if (result === undefined) throw new Error(`Lighthouse returned no result for ${path}`);
  const { audits, categories: found } = result.lhr;
  const scoreOf = (category: Category) => Math.round((found[category]?.score ?? 0) * 100);
  const numberOf = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const requests = (audits["network-requests"]?.details as { items: Request[] } | undefined)?.items ?? [];
  const bytesOf = (wanted: (request: Request) => boolean) =>
    requests.filter(wanted).reduce((sum, { transferSize }) => sum + transferSize, 0);
  const failedAudits = categories
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
    ) as PageResult["scores"],
    firstContentfulPaint: numberOf("first-contentful-paint"),
    largestContentfulPaint: numberOf("largest-contentful-paint"),
    totalBlockingTime: numberOf("total-blocking-time"),
    layoutShift: numberOf("cumulative-layout-shift"),
    totalBytes: bytesOf(({ resourceType }) => resourceType !== "Media"),
    scriptBytes: bytesOf(({ resourceType }) => resourceType === "Script"),
    failedAudits,
  };
}

interface Request {
  resourceType: string;
  transferSize: number;
}

/** For the bare page, measured after each run of ours. */
const bareBlockingTimes: number[] = [];

/** The run with the median performance. */
async function measure(path: string): Promise<PageResult> {
  const results: PageResult[] = [];
  for (let run = 0; run < runs; run += 1) {
    results.push(await measureOnce(path));
    bareBlockingTimes.push((await measureOnce("/", `http://localhost:${barePort}`)).totalBlockingTime);
  }
  results.sort((one, other) => one.scores.performance - other.scores.performance);
  return results[Math.floor(results.length / 2)] as PageResult;
}

/** Prints the ratio of the median blocking times, and returns the problem if it is too high. */
function compareBlocking(blockingTimes: readonly number[]): string[] {
  const [ours, bare] = [median(blockingTimes), median(bareBlockingTimes)];
  const ratio = ours / Math.max(bare, negligibleBlocking);
  process.stdout.write(
    `\nBlocking time: ${Math.round(ours)} ms here, ${Math.round(bare)} ms on a bare React page; ratio ${ratio.toFixed(2)}\n`,
  );
  return ratio > maximumBlockingRatio ? [`the blocking ratio ${ratio.toFixed(2)}`] : [];
}

function print(cells: (string | number)[]): void {
  const widths = [10, 12, 14, 15, 4, 9, 9, 8, 6, 9, 9];
  process.stdout.write(`${cells.map((cell, index) => String(cell).padEnd(widths[index] ?? 0)).join(" ")}\n`);
}

function report({
  path,
  scores,
  firstContentfulPaint,
  largestContentfulPaint,
  totalBlockingTime,
  layoutShift,
  totalBytes,
  scriptBytes,
}: PageResult): void {
  const milliseconds = (value: number) => `${Math.round(value)} ms`;
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  print([
    path,
    ...categories.map((category) => scores[category]),
    ...[firstContentfulPaint, largestContentfulPaint, totalBlockingTime].map(milliseconds),
    layoutShift.toFixed(3),
    kilobytes(totalBytes),
    kilobytes(scriptBytes),
  ]);
}

function findFailures({ path, scores, totalBytes, scriptBytes, failedAudits }: PageResult): string[] {
  const low = categories.filter((category) => scores[category] < minimumScores[category]);
  return [
    ...low.map((category) => `${path}: ${category} ${scores[category]} (${failedAudits.join(", ")})`),
    ...(path === "/" && totalBytes > landingLimits.total
      ? [`/: ${totalBytes} bytes before interaction`]
      : []),
    ...(path === "/" && scriptBytes > landingLimits.scripts ? [`/: ${scriptBytes} bytes of JavaScript`] : []),
  ];
}

const dataDirectory = await mkdtemp(join(tmpdir(), "greenroom-bench-"));
// When root runs this, PostgreSQL runs under another account, which needs access to the folder.
await chmod(dataDirectory, 0o755);
const postgres = await startEmbeddedPostgres({ dataDirectory, log: () => undefined });
const server = await startServer({
  dataDirectory,
  databaseUrl: postgres.connectionString,
  port,
  entry: ["dist/server/main.js"],
});
const bare = await serveBarePage(barePort);
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
  const blockingTimes: number[] = [];
  for (const path of pages) {
    const measured = await measure(path);
    blockingTimes.push(measured.totalBlockingTime);
    report(measured);
    failures.push(...findFailures(measured));
  }
  failures.push(...compareBlocking(blockingTimes));
  process.stdout.write(
    failures.length === 0 ? "\nEvery page reaches its marks.\n" : `\n${failures.join("\n")}\n`,
  );
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await bare.close();
  await stopServer(server);
  await postgres.stop();
  await rm(dataDirectory, { recursive: true, force: true });
}
