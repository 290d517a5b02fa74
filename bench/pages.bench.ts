import lighthouse from "lighthouse";
import type pg from "pg";
import { describeCommand, readWholeNumber } from "../scripts/command-options.ts";
import { launchBrowser } from "./browser.ts";
import { openFilledServer } from "./server.ts";

/* Runs Lighthouse on the public pages of the built product, or on those that are named: a phone, simulated slow 4G, a processor
   four times slower, and an empty cache for each page; takes the run with the median performance. Fails when a page
   misses a target; blocking times count on a quiet machine only. */
const debuggingPort = 3911;
const allPages = [
  "/",
  "/about",
  "/mentors",
  "/mentors/mentor-1",
  "/pricing",
  "/contact",
  "/interview-with-us",
  "/privacy",
  "/terms",
];
const minimumScores = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 };
type Category = keyof typeof minimumScores;
const categories = Object.keys(minimumScores) as Category[];
/** Bytes over the network. React, React Router and the list of routes are 100 kB of the scripts. */
const landingLimits = { total: 350_000, scripts: 125_000 };
/** Milliseconds, on a quiet machine. */
const maximumBlocking = 50;
const command = describeCommand("bench -- pages", "Measures the public pages with Lighthouse.")
  .argument("[paths...]", "the pages to measure, by default all")
  .option("--runs <number>", "of each page, of which the median counts", readWholeNumber, 3)
  .parse();
const { runs } = command.opts<{ runs: number }>();
const pages = command.args.length > 0 ? command.args : allPages;

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

async function measureOnce(path: string): Promise<PageResult> {
  const result = await lighthouse(`http://localhost:${server.port}${path}`, {
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
    // Those that are only fetched ahead count, too.
    scriptBytes: bytesOf(({ url }) => new URL(url).pathname.endsWith(".js")),
    failedAudits,
  };
}

interface Request {
  url: string;
  resourceType: string;
  transferSize: number;
}

/** A dozen mentors with a page, and free times for two weeks. */
async function insertMentors(pool: pg.Pool): Promise<void> {
  await pool.query(`
    insert into users (id, email, first_name, mobile_number, role, created_at, password_changed_at)
    select gen_random_uuid(), 'mentor-' || n || '@bench.example', 'Mentor ' || n, '+91 98765 43210', 'interviewer', now(), now()
      from generate_series(1, 12) n;
    insert into interviewer_profiles (user_id, slug, headline, approach, years, roles, levels, topic_keys, languages,
        listed_at, updated_at)
      select id, split_part(email, '@', 1), 'Staff ML engineer in ranking, ten years of hiring',
        'I ask one problem, as we do at work: first what the product needs, then data, then a model.', 10,
        '{ml-engineer,data-scientist}', '{mid,senior}', '{ml-system-design,python}', '{en,hi}', now(), now()
      from users;
    insert into mentor_numbers (user_id, ratings, rating, interviews, punctuality, feedback_minutes, counted_at)
      select id, 20, 4.7, 40, 0.95, 380, now() from users;
    insert into availability (id, interviewer_id, starts_at, ends_at, created_at)
      select gen_random_uuid(), id, start, start + interval '45 minutes', now()
      from users, generate_series(date_trunc('hour', now()) + interval '1 day', now() + interval '15 days', '8 hours') start`);
}

/** The run with the median performance. */
async function measure(path: string): Promise<PageResult> {
  const results: PageResult[] = [];
  for (let run = 0; run < runs; run += 1) {
    results.push(await measureOnce(path));
  }
  results.sort((one, other) => one.scores.performance - other.scores.performance);
  return results[Math.floor(results.length / 2)] as PageResult;
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

function findFailures(result: PageResult): string[] {
  const { path, scores, totalBlockingTime, totalBytes, scriptBytes, failedAudits } = result;
  const low = categories.filter((category) => scores[category] < minimumScores[category]);
  return [
    ...low.map((category) => `${path}: ${category} ${scores[category]} (${failedAudits.join(", ")})`),
    ...(totalBlockingTime > maximumBlocking
      ? [`${path}: blocks for ${Math.round(totalBlockingTime)} ms`]
      : []),
    ...(path === "/" && totalBytes > landingLimits.total
      ? [`/: ${totalBytes} bytes before interaction`]
      : []),
    ...(path === "/" && scriptBytes > landingLimits.scripts ? [`/: ${scriptBytes} bytes of JavaScript`] : []),
  ];
}

const server = await openFilledServer(insertMentors);
// The zone of most visitors. In another one, React starts at once to write their times.
process.env.TZ = "Asia/Kolkata";
const browser = await launchBrowser([`remote-debugging-port=${debuggingPort}`]);
try {
  print(["page", ...categories, "paint", "largest", "blocked", "shift", "wire", "scripts"]);
  const failures: string[] = [];
  for (const path of pages) {
    const measured = await measure(path);
    report(measured);
    failures.push(...findFailures(measured));
  }
  process.stdout.write(
    failures.length === 0 ? "\nEvery page reaches its marks.\n" : `\n${failures.join("\n")}\n`,
  );
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await server.close();
}
