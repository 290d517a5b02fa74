import type { ResumeData } from "@greenroom/contract/people/resume-data.ts";
import { describeCommand, readWholeNumber } from "../scripts/command-options.ts";
import { fullResume } from "../server/people/resumes/resumes.testing.ts";
import { hostilePdfs, longResumes } from "../server/testing/files.ts";
import { seed } from "./seed.ts";
import { openFilledServer } from "./server.ts";

/* Measures how long the server's main thread keeps other work waiting while PDFs are made, passwords are hashed and
   hostile files are inspected: `npm run bench -- event-loop`. The delay is that of
   Node's `monitorEventLoopDelay`. */

const { seconds } = describeCommand("bench -- event-loop", "Measures how long other work waits.")
  .option("--seconds <number>", "of each measurement", readWholeNumber, 20)
  .parse()
  .opts<{ seconds: number }>();
const clients = 8;
const resolutionMilliseconds = 5;

const report = `
  import { monitorEventLoopDelay } from "node:perf_hooks";
  const histogram = monitorEventLoopDelay({ resolution: ${resolutionMilliseconds} });
  histogram.enable();
  function report() {
    const { max } = histogram;
    const [p50, p99] = [histogram.percentile(50), histogram.percentile(99)];
    histogram.reset();
    return { p50, p99, max };
  }`;

const sizes = { interviewers: 20, interviewees: clients, hours: 1, listed: 20, credits: 1 };
const server = await openFilledServer((pool) => seed(pool, sizes), { report });
const seeded = server.filled;
const base = `http://127.0.0.1:${server.port}`;

interface Delays {
  p50: number;
  p99: number;
  max: number;
}

/** The delays since the last call. The histogram counts its own interval, too, which is taken off. */
async function readDelays(): Promise<Delays> {
  const { p50, p99, max } = await server.readReport<Delays>();
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolutionMilliseconds);
  return { p50: late(p50), p99: late(p99), max: late(max) };
}

/** Lets every client call again and again for some seconds, and prints the delays. */
async function show(name: string, call: (token: string, index: number) => Promise<Response>): Promise<void> {
  await readDelays();
  const statuses = new Map<number, number>();
  const until = performance.now() + seconds * 1000;
  let index = 0;
  await Promise.all(
    seeded.interviewees.map(async ({ token }) => {
      while (performance.now() < until) {
        index += 1;
        const answer = await call(token, index);
        await answer.arrayBuffer();
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      }
    }),
  );
  const { p50, p99, max } = await readDelays();
  const counts = [...statuses].map(([status, count]) => `${count} x ${status}`).join(", ");
  const delays = [p50, p99, max].map((delay) => delay.toFixed(1)).join(" / ");
  process.stdout.write(`${name.padEnd(28)} delay p50 / p99 / max ${delays} ms  (${counts})\n`);
}

const json = (token: string) => ({ authorization: `Bearer ${token}`, "content-type": "application/json" });

/** Saves a resume that differs from the last one, so that its PDF is made and not read from the cache. */
async function downloadNewResume(token: string, resume: ResumeData, index: number): Promise<Response> {
  const personal = { ...resume.personal, location: `Pune ${index}` };
  const resumeData: ResumeData = { ...resume, personal };
  const saved = await fetch(`${base}/api/user/resume-data`, {
    method: "POST",
    headers: json(token),
    body: JSON.stringify({ resumeData }),
  });
  if (!saved.ok) return saved;
  return await fetch(`${base}/api/user/resume-pdf?structured=true`, { headers: json(token) });
}

try {
  await show("slot lists", (token) => fetch(`${base}/api/user/slots`, { headers: json(token) }));
  await show("full resumes", (token, index) => downloadNewResume(token, fullResume, index));
  const long = Object.values(longResumes);
  await show("the longest resumes", (token, index) =>
    downloadNewResume(token, long[index % long.length] ?? fullResume, index),
  );
  await show("passwords", (token, index) =>
    fetch(`${base}/api/auth/signin-password`, {
      method: "POST",
      headers: json(token),
      body: JSON.stringify({ email: `nobody-${index}@bench.example`, password: `Wrong#pass${index}` }),
    }),
  );
  const files = Object.values(hostilePdfs).map((make) => make(10_000_000));
  await show("hostile files of 10 MB", (token, index) => {
    const form = new FormData();
    const content = new Uint8Array(files[index % files.length] ?? []);
    form.append("resume", new Blob([content], { type: "application/pdf" }), "resume.pdf");
    return fetch(`${base}/api/user/resume-upload`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
  });
} finally {
  await server.close();
}
