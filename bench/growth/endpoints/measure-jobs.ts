import { type Measurement, measureEntry, type OpenSize } from "../measure-size.ts";
import { listMeasured } from "../measured.ts";
import { median } from "./compare-pairs.ts";
import type { EndpointBed } from "./open-bed.ts";

/** So many jobs of each queue are run at each size, the first of which do not count. */
const limits = { jobs: 60, warmUp: 5, fewest: 3, milliseconds: 6_000 };
/** Jobs enqueue others. */
const rounds = 4;

export interface JobResult {
  name: string;
  runs: number;
  /** Milliseconds; null if the job did not run at both sizes. */
  medians: [number, number] | null;
  ratio: number | null;
  difference: number;
  failed: number;
}

/** Runs the jobs that the calls enqueued, one of each size in turn, and compares those of the same name. */
export async function measureQueuedJobs(beds: readonly [EndpointBed, EndpointBed]): Promise<JobResult[]> {
  const times = new Map<
    string,
    { ms: [number, number][]; count: number; failed: number; startedAt: number }
  >();
  for (const { job } of beds[0].jobs.handlers)
    if (job.cron === undefined) times.set(job.name, { ms: [], count: 0, failed: 0, startedAt: 0 });
  for (let round = 0; round < rounds; round += 1)
    for (const [name, seen] of times) {
      const first = await beds[0].jobs.take(name, limits.jobs);
      const last = await beds[1].jobs.take(name, limits.jobs);
      const until = performance.now() + limits.milliseconds;
      for (const [index, job] of first.entries()) {
        const other = last[index];
        if (other === undefined || seen.count >= limits.jobs + limits.warmUp) break;
        if (performance.now() > until && seen.ms.length >= limits.fewest) break;
        const pair: (number | null)[] = [];
        const turns = [
          [0, job],
          [1, other],
        ] as const;
        for (const [size, { id, data }] of index % 2 === 0 ? turns : turns.toReversed()) {
          const { jobs } = beds[size];
          const handler = jobs.handlers.find((candidate) => candidate.job.name === name);
          if (handler !== undefined) pair[size] = await jobs.run(handler, { id, data });
        }
        seen.count += 1;
        if (typeof pair[0] === "number" && typeof pair[1] === "number") seen.ms.push([pair[0], pair[1]]);
        else seen.failed += 1;
      }
    }
  return [...times].map(([name, { ms, failed }]) => describeRuns(name, ms, failed));
}

function describeRuns(name: string, all: [number, number][], failed: number): JobResult {
  const counted = all.length >= limits.warmUp + limits.fewest ? all.slice(limits.warmUp) : all;
  if (counted.length < limits.fewest)
    return { name, runs: counted.length, medians: null, ratio: null, difference: 0, failed };
  const medians = [0, 1].map((size) => median(counted.map((pair) => pair[size] ?? 0))) as [number, number];
  return {
    name,
    runs: counted.length,
    medians,
    ratio: medians[1] / medians[0],
    difference: medians[1] - medians[0],
    failed,
  };
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
