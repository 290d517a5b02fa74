import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import pg from "pg";
import { migrate } from "../../server/db/migrate.ts";
import { openPreparedServer } from "../built-server.ts";
import { measuredInterviews } from "../review/interviews.ts";
import {
  composedWordsPerMinute,
  copiedWordsPerMinute,
  countKeys,
  countWords,
  describeCounts,
  operatorSeconds,
  readWordsPerMinute,
  secondsOf,
  totalSeconds,
} from "../review/keystroke-level.ts";
import { interviewerAccount, seedInterviews } from "../review/seed-interviews.ts";
import { readStandingText, type WrittenReview, writeReview } from "../review/write-review.ts";
import { median } from "./median.ts";

/* Estimates how long an interviewer takes for a complete review: five scores, a sentence on each area, a summary, two
   next steps and checked questions. Writes reviews of several interviews through the form of the built product in a
   real browser, counts the operators of the Keystroke-Level Model, and adds reading and composing. A model, not a
   measurement of people. `npm run bench:review`. Fails when the median of a returning interviewer reaches the limit. */

const limitSeconds = 6 * 60;
const viewport = { width: 1440, height: 900 };
const historyPath = "/interviewer-dashboard/history";
/** A returning interviewer knows the standing text of the form, and reads what is new. */
const readers = ["returning", "first-time"] as const;
type Reader = (typeof readers)[number];

interface MeasuredReview {
  name: string;
  written: WrittenReview;
}

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/signin`);
  await page.getByLabel("Email").fill(interviewerAccount.email);
  await page.getByLabel("Password", { exact: true }).fill(interviewerAccount.password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL(/-dashboard\//);
}

async function openHistory(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}${historyPath}`);
  await page
    .getByRole("button", { name: /^Write Feedback/ })
    .first()
    .waitFor();
  await page.waitForLoadState("networkidle");
}

async function measure(browser: Browser, origin: string): Promise<MeasuredReview[]> {
  const page = await browser.newPage({ viewport });
  await signIn(page, origin);
  await openHistory(page, origin);
  const blank = measuredInterviews.find(({ script, goal }) => script === null && goal === null);
  if (blank === undefined)
    throw new Error("No interview without a record, which shows only the standing text");
  const standing = await readStandingText(page, blank.interviewee);
  const measured: MeasuredReview[] = [];
  for (const interview of measuredInterviews) {
    await openHistory(page, origin);
    measured.push({ name: interview.name, written: await writeReview(page, interview, standing) });
  }
  return measured;
}

function workOf({ work, newWords, standingWords }: WrittenReview, reader: Reader) {
  return { ...work, readWords: newWords + (reader === "first-time" ? standingWords : 0) };
}

function spentBy(written: WrittenReview, reader: Reader, wordsPerMinute?: number) {
  const spent = secondsOf(workOf(written, reader), wordsPerMinute);
  return { ...spent, total: totalSeconds(spent) };
}

/** As if the interviewer had also written what the form filled in or offered from the record. */
function withEverything(written: WrittenReview): WrittenReview {
  const { work, unwritten } = written;
  const text = unwritten.join("\n");
  const keys = countKeys(text);
  return {
    ...written,
    work: {
      ...work,
      counts: { ...work.counts, K: work.counts.K + keys },
      composed: { words: work.composed.words + countWords(text), keys: work.composed.keys + keys },
    },
  };
}

function medianOf(measured: readonly MeasuredReview[], secondsFor: (written: WrittenReview) => number) {
  return median(measured.map(({ written }) => secondsFor(written)));
}

function print(line = ""): void {
  process.stdout.write(`${line}\n`);
}

function printRow(name: string, cells: readonly (string | number)[]): void {
  const shown = cells.map((cell) => (typeof cell === "number" ? cell.toFixed(0) : cell).padStart(10));
  print(`${name.padEnd(38)}${shown.join("")}`);
}

function formatTime(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function printTables(measured: readonly MeasuredReview[]): void {
  print(
    "Words, notes that were filled in and kept or added, next steps that were offered and added; operators",
  );
  for (const { name, written } of measured) {
    const { work, newWords, standingWords, keptNotes, takenLines, takenSteps } = written;
    print(
      `${name.padEnd(38)}${work.composed.words} composed, ${newWords} new and ${standingWords} standing to read, ${keptNotes} notes kept, ${takenLines} lines of private notes and ${takenSteps} steps added; ${describeCounts(work)}`,
    );
  }
  for (const reader of readers) {
    print();
    const kinds = ["keys", "mouse", "mental", "response", "composing", "reading"] as const;
    printRow(`Seconds, ${reader} interviewer`, [...kinds, "total"]);
    for (const { name, written } of measured) {
      const spent = spentBy(written, reader);
      printRow(name, [...kinds.map((kind) => spent[kind]), formatTime(spent.total)]);
    }
    printRow("median", [
      "",
      "",
      "",
      "",
      "",
      "",
      formatTime(medianOf(measured, (each) => spentBy(each, reader).total)),
    ]);
  }
}

async function run(origin: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  });
  try {
    const measured = await measure(browser, origin);
    printTables(measured);
    const medians = {
      returning: medianOf(measured, (written) => spentBy(written, "returning").total),
      firstTime: medianOf(measured, (written) => spentBy(written, "first-time").total),
      /** The same returning interviewer under other assumptions. */
      returningAtCopyingRate: medianOf(
        measured,
        (written) => spentBy(written, "returning", copiedWordsPerMinute).total,
      ),
      returningWritingEverything: medianOf(
        measured,
        (written) => spentBy(withEverything(written), "returning").total,
      ),
    };
    const isMet = medians.returning < limitSeconds;
    print();
    print(`If text were written as fast as it is copied: ${formatTime(medians.returningAtCopyingRate)}`);
    print(`If nothing from the record were kept or added: ${formatTime(medians.returningWritingEverything)}`);
    print(
      `Median of a returning interviewer: ${formatTime(medians.returning)} of ${formatTime(limitSeconds)}  ${isMet ? "met" : "MISSED"}`,
    );
    await store(measured, medians, isMet);
    process.exitCode = isMet ? 0 : 1;
  } finally {
    await browser.close();
  }
}

async function store(measured: readonly MeasuredReview[], medians: object, isMet: boolean): Promise<void> {
  const folder = join(import.meta.dirname, "..", "results");
  await mkdir(folder, { recursive: true });
  const report = {
    measuredAt: new Date().toISOString(),
    model: { operatorSeconds, readWordsPerMinute, composedWordsPerMinute, copiedWordsPerMinute },
    limitSeconds,
    medianSeconds: medians,
    isMet,
    reviews: measured.map(({ name, written }) => ({
      name,
      composedWords: written.work.composed.words,
      newWords: written.newWords,
      standingWords: written.standingWords,
      keptNotes: written.keptNotes,
      takenLines: written.takenLines,
      takenSteps: written.takenSteps,
      operators: written.work.counts,
      seconds: { returning: spentBy(written, "returning"), firstTime: spentBy(written, "first-time") },
    })),
  };
  await writeFile(join(folder, "review.json"), `${JSON.stringify(report, null, 2)}\n`);
}

const { server } = await openPreparedServer(async (connectionString, dataDirectory) => {
  const pool = new pg.Pool({ connectionString, max: 1 });
  await migrate(pool, () => undefined).finally(() => pool.end());
  await seedInterviews({ connectionString, dataDirectory }, measuredInterviews);
});
try {
  await run(`http://localhost:${server.port}`);
} finally {
  await server.close();
}
