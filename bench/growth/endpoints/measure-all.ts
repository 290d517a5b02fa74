import { loadavg } from "node:os";
import { findOperations } from "../../../prove/requests/operations.ts";
import { findProblems, formatHead, formatRow } from "../format-growth.ts";
import type { Measurement } from "../measure-size.ts";
import { grows } from "./compare-pairs.ts";
import {
  findEndpointProblems,
  findJobProblems,
  formatEndpoint,
  formatEndpointsHead,
  formatJob,
} from "./format-endpoints.ts";
import { type EndpointResult, measureEndpoint } from "./measure-endpoints.ts";
import { measurePeriodicJobs, measureQueuedJobs } from "./measure-jobs.ts";
import { type EndpointBed, openEndpointBed } from "./open-bed.ts";
import { jobPreparations } from "./prepare-jobs.ts";

const seed = 1;

interface Options {
  databases: readonly { connectionString: string; dataDirectory: string }[];
  sizes: readonly number[];
  only: RegExp;
  print: (line: string) => void;
}

/** Every operation of the contract and every job, at the first and at the last size. Returns the report and the problems. */
export async function measureAllEndpoints({ databases, sizes, only, print }: Options) {
  const ends = [databases[0], databases.at(-1)];
  const beds: EndpointBed[] = [];
  const startedAt = performance.now();
  const loadBefore = loadavg()[0];
  try {
    for (const database of ends) if (database !== undefined) beds.push(await openEndpointBed(database));
    const both = beds as unknown as readonly [EndpointBed, EndpointBed];
    const problems: string[] = [];
    print(`\n${formatEndpointsHead([sizes[0] ?? 0, sizes.at(-1) ?? 0])}`);
    const endpoints: EndpointResult[] = [];
    const operations = await findOperations(both[0].url);
    for (const operation of operations) {
      if (!only.test(operation.name)) continue;
      let result = await measureEndpoint(both, operation, seed);
      // Growth shows again in a second measurement; a call that was slow only once does not.
      if (grows(result)) result = await measureEndpoint(both, operation, seed + 1);
      endpoints.push(result);
      problems.push(...findEndpointProblems(result, operation.endpoint.output === undefined));
      print(formatEndpoint(result));
    }
    print("");
    const { jobs, problems: unprepared } = await measureQueuedJobs(both, { seed, only });
    problems.push(...unprepared);
    // A part of the operations enqueues a part of the jobs.
    const isWhole = endpoints.length === operations.length;
    for (const job of jobs) {
      if (!only.test(job.name)) continue;
      if (job.medians !== null) print(formatJob(job));
      problems.push(...findJobProblems(job, isWhole || job.name in jobPreparations));
    }
    const periodic: Measurement[][] = [];
    print(`\n${formatHead([sizes[0] ?? 0, sizes.at(-1) ?? 0])}`);
    for await (const measured of measurePeriodicJobs(both)) {
      periodic.push(measured);
      print(formatRow(measured));
      problems.push(...findProblems(measured));
    }
    for (const { jobs: queue } of beds) await queue.clear();
    const worked = endpoints.filter(({ succeeded }) => succeeded > 0);
    const ran = jobs.filter(({ medians }) => medians !== null);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const share = (done: readonly unknown[], all: readonly unknown[]) => `${done.length} of ${all.length}`;
    print(
      `\n${share(worked, endpoints)} operations and ${share(ran, jobs)} queued jobs did their work, in ${seconds} s`,
    );
    printNoise(endpoints, print);
    return {
      report: { load: { before: loadBefore, after: loadavg()[0] }, endpoints, jobs, periodic },
      problems,
    };
  } finally {
    for (const bed of beds) await bed.close();
  }
}

function printNoise(endpoints: readonly EndpointResult[], print: (line: string) => void): void {
  const noise = endpoints.flatMap((result) => result.noise ?? []);
  if (noise.length === 0) return;
  const differences = noise.map(({ difference }) => difference).sort((a, b) => a - b);
  const at = (share: number) => (differences[Math.floor(share * (differences.length - 1))] ?? 0).toFixed(2);
  const wrong = noise.filter(grows).length;
  print(
    `half of the calls of the last size beside its other half: ${at(0.5)} ms apart (median), ${at(0.95)} ms (p95), ${at(1)} ms (most); ${wrong} of ${noise.length} would be a problem`,
  );
}
