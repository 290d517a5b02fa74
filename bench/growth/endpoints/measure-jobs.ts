import { createRandom } from "../../../prove/lib/random.ts";
import { type Measurement, measureEntry, type OpenSize } from "../measure-size.ts";
import { listMeasured } from "../measured.ts";
import { grows, median } from "./compare-pairs.ts";
import type { JobRun, NewJobs } from "./new-jobs.ts";
import type { EndpointBed } from "./open-bed.ts";
import { jobPreparations } from "./prepare-jobs.ts";

/**
 * So many jobs of each queue do their work at each size, the first of which do not count. More are taken, because some
 * have nothing to do, such as a report of an interview that has one.
 */
const limits = { jobs: 60, taken: 400, warmUp: 5, fewest: 3, milliseconds: 6_000 };
/** So many jobs of each kind are prepared at each size, where the calls do not enqueue any. */
const preparedJobs = 20;
/** Jobs enqueue others. */
const rounds = 4;

export interface JobResult {
  name: string;
  runs: number;
  /** Milliseconds; null if the job did no work at both sizes. */
  medians: [number, number] | null;
  ratio: number | null;
  difference: number;
  failed: number;
  /** Pairs of jobs that had nothing to do at one size or both. */
  idle: number;
}

type Beds = readonly [EndpointBed, EndpointBed];

/**
 * Prepares jobs and runs all new ones. Those that seem to grow are prepared and run once more, if they can be. Returns
 * also a line for each kind that could not be prepared.
 */
export async function measureQueuedJobs(
  beds: Beds,
  { seed, only }: { seed: number; only: RegExp },
): Promise<{ jobs: JobResult[]; problems: string[] }> {
  const names = Object.keys(jobPreparations).filter((name) => only.test(name));
  const problems = await prepareJobs(beds, names, { seed, first: 0 });
  const jobs = await runNewJobs(beds);
  const again = jobs.filter(grows).map(({ name }) => name);
  const repeated = names.filter((name) => again.includes(name));
  problems.push(...(await prepareJobs(beds, repeated, { seed, first: preparedJobs })));
  const second = (await runNewJobs(beds)).filter(({ name }) => repeated.includes(name));
  return { jobs: jobs.map((job) => second.find(({ name }) => name === job.name) ?? job), problems };
}

async function prepareJobs(
  beds: Beds,
  names: readonly string[],
  { seed, first }: { seed: number; first: number },
): Promise<string[]> {
  const problems: string[] = [];
  for (const name of names) {
    try {
      for (let index = first; index < first + preparedJobs; index += 1)
        for (const bed of beds)
          await jobPreparations[name]?.(bed, createRandom(seed).fork(`${name} ${index}`), index);
    } catch (error) {
      problems.push(`${name}: could not be prepared: ${(error as Error).message}`);
    }
  }
  return problems;
}

interface SeenJobs {
  ms: [number, number][];
  failed: number;
  idle: number;
}

/** Runs the new jobs, one of each size in turn, and compares those of the same name. */
async function runNewJobs(beds: Beds): Promise<JobResult[]> {
  const times = new Map<string, SeenJobs>();
  for (const { job } of beds[0].jobs.handlers)
    if (job.cron === undefined) times.set(job.name, { ms: [], failed: 0, idle: 0 });
  for (let round = 0; round < rounds; round += 1)
    for (const [name, seen] of times) {
      const first = await beds[0].jobs.take(name, limits.taken);
      const last = await beds[1].jobs.take(name, limits.taken);
      const until = performance.now() + limits.milliseconds;
      for (const [index, job] of first.entries()) {
        const other = last[index];
        if (other === undefined || seen.ms.length >= limits.jobs + limits.warmUp) break;
        if (performance.now() > until && seen.ms.length >= limits.fewest) break;
        const pair: JobRun[] = [];
        const turns = [
          [0, job],
          [1, other],
        ] as const;
        for (const [size, { id, data }] of index % 2 === 0 ? turns : turns.toReversed())
          pair[size] = await runJob(beds[size].jobs, name, { id, data });
        const outcomes = pair.map(({ outcome }) => outcome);
        if (outcomes.includes("failed")) seen.failed += 1;
        else if (outcomes.includes("idle")) seen.idle += 1;
        else seen.ms.push(pair.map(({ milliseconds }) => milliseconds) as [number, number]);
      }
    }
  return [...times].map(([name, seen]) => describeRuns(name, seen));
}

async function runJob(jobs: NewJobs, name: string, job: { id: string; data: unknown }): Promise<JobRun> {
  const handler = jobs.handlers.find((candidate) => candidate.job.name === name);
  if (handler === undefined) throw new Error(`no job is called ${name}`);
  return await jobs.run(handler, job);
}

function describeRuns(name: string, { ms: all, failed, idle }: SeenJobs): JobResult {
  const counted = all.length >= limits.warmUp + limits.fewest ? all.slice(limits.warmUp) : all;
  const result = { name, runs: counted.length, failed, idle };
  if (counted.length < limits.fewest) return { ...result, medians: null, ratio: null, difference: 0 };
  const medians = [0, 1].map((size) => median(counted.map((pair) => pair[size] ?? 0))) as [number, number];
  const [first, last] = medians;
  return { ...result, medians, ratio: last / first, difference: last - first };
}

/** The periodic jobs, as without `--endpoints`, but with the callers' records to work on. */
export async function* measurePeriodicJobs(beds: readonly EndpointBed[]): AsyncGenerator<Measurement[]> {
  const sizes = beds.map(({ deps }): OpenSize => {
    const list = listMeasured(deps).filter(({ group }) => group === "jobs");
    // No job reads the app or a token.
    return { context: { deps } as OpenSize["context"], list, close: async () => undefined };
  });
  for (const index of (sizes[0]?.list ?? []).keys()) yield await measureEntry(sizes, index);
}
