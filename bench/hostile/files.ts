import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ResumeData } from "@greenroom/contract/resumes/resume-data.ts";
import pg from "pg";
import { describeCommand } from "../../scripts/command-options.ts";
import { migrate } from "../../server/db/migrate.ts";
import { hostilePdfs } from "../../server/testing/files/hostile-files.ts";
import { longResumes } from "../../server/testing/files/long-resumes.ts";
import { freePort } from "../../server/testing/free-port.ts";
import { startThrowawayPostgres } from "../../server/testing/servers/throwaway-postgres.ts";
import { seed } from "../seed.ts";
import { startServer, stopServer } from "../serve.ts";

/* Measures how much hostile PDFs and resumes slow down other users: `npm run bench:hostile-files`. */

const { built } = describeCommand("bench:hostile-files", "Measures other answers while hostile files arrive.")
  .option("--built", "measures the built server, not the sources", false)
  .parse()
  .opts<{ built: boolean }>();
const sizes = [65_000, 256_000, 10_000_000];
/** Files of 10 MB that arrive at the same moment. */
const burst = 10;
const most = { pollMilliseconds: 10, seconds: 300 };

const dataDirectory = await mkdtemp(join(tmpdir(), "greenroom-hostile-"));
const postgres = await startThrowawayPostgres();
const pool = new pg.Pool({ connectionString: postgres.connectionString });
await migrate(pool, () => undefined);
const people = await seed(pool, { interviewers: 20, interviewees: 2, hours: 1, listed: 20, credits: 1 });
await pool.end();
const port = await freePort();
const server = await startServer({
  dataDirectory,
  databaseUrl: postgres.connectionString,
  port,
  ...(built ? { entry: ["dist/server/main.js"] } : {}),
});
const base = `http://127.0.0.1:${port}`;
const authorization = `Bearer ${people.interviewees[0]?.token ?? ""}`;

const polls: number[] = [];
let isOver = false;
async function poll(): Promise<void> {
  const deadline = performance.now() + most.seconds * 1000;
  while (!isOver && performance.now() < deadline) {
    const sentAt = performance.now();
    await (await fetch(`${base}/health/live`)).text();
    polls.push(performance.now() - sentAt);
    await sleep(most.pollMilliseconds);
  }
}

function at(times: number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1);
}

async function show(what: string, call: () => Promise<Response>): Promise<void> {
  const from = polls.length;
  const startedAt = performance.now();
  const answer = await call();
  const took = (performance.now() - startedAt).toFixed(0);
  const { msg } = (await answer.json()) as { msg?: string };
  const meanwhile = polls.slice(from);
  const health = meanwhile.length === 0 ? "-" : `${at(meanwhile, 0.5)} / ${at(meanwhile, 1)}`;
  process.stdout.write(
    `${what.padEnd(58)} ${took.padStart(6)} ms  ${answer.status}  health p50 / max ${health} ms  ${msg ?? ""}\n`,
  );
}

function upload(content: Buffer): Promise<Response> {
  const form = new FormData();
  const type = "application/pdf";
  form.append("resume", new Blob([content as Uint8Array<ArrayBuffer>], { type }), "resume.pdf");
  return fetch(`${base}/api/user/resume-upload`, { method: "POST", headers: { authorization }, body: form });
}

async function download(resumeData: ResumeData): Promise<Response> {
  const saved = await fetch(`${base}/api/user/resume-data`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ resumeData }),
  });
  if (!saved.ok) return saved;
  return fetch(`${base}/api/user/resume-pdf?structured=true`, { headers: { authorization } });
}

try {
  const polling = poll();
  for (const [name, make] of Object.entries(hostilePdfs)) {
    for (const bytes of sizes) {
      const content = make(bytes);
      await show(`${name}, ${(content.length / 1000).toFixed(0)} kB`, () => upload(content));
    }
  }
  const makers = Object.entries(hostilePdfs).slice(0, burst);
  const files = makers.map(([name, make]): [string, Buffer] => [name, make(10_000_000)]);
  await Promise.all(files.map(([name, content]) => show(`at once: ${name}`, () => upload(content))));
  for (const [name, resume] of Object.entries(longResumes))
    await show(`resume of ${name}`, () => download(resume));
  isOver = true;
  await polling;
  process.stdout.write(
    `\n/health/live: ${polls.length} polls, p50 ${at(polls, 0.5)} ms, p99 ${at(polls, 0.99)} ms, max ${at(polls, 1)} ms\n`,
  );
} finally {
  await stopServer(server);
  await postgres.stop();
  await rm(dataDirectory, { recursive: true, force: true });
}
