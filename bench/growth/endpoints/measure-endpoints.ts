import { type Answer, call } from "../../../prove/lib/call.ts";
import { restoreCallers } from "../../../prove/lib/callers.ts";
import { changesCallers, type Operation } from "../../../prove/requests/operations.ts";
import { compareScannedRows, readScannedRows } from "../scanned-rows.ts";
import { type Comparison, comparePairs, type Pair } from "./compare-pairs.ts";
import { countKinds, makeEndpointRequest } from "./make-requests.ts";
import type { EndpointBed } from "./open-bed.ts";

/** The first calls do not count: PostgreSQL plans a prepared statement anew five times on each connection. */
const warmUpCalls = 12;
/** So often each size is called after that, or until all calls of an operation took so long, but at least a few times. */
const limits = { calls: 40, fewest: 9, milliseconds: 5_000 };

/** The status of a call that was not sent, because the state for it could not be made. */
const unprepared = 1;

export interface EndpointResult extends Comparison {
  name: string;
  /** Rows that sequential scans of large tables read at the last size, for each scan. */
  scanned?: Record<string, number>;
  /** Answers of 500 and above, and lost connections. */
  failures: string[];
}

/** Sends the same requests to the same operation at both sizes, in turn. */
export async function measureEndpoint(
  beds: readonly [EndpointBed, EndpointBed],
  operation: Operation,
  seed: number,
): Promise<EndpointResult> {
  for (const bed of beds) {
    await restoreCallers(bed, bed.callers);
    await bed.ids.refresh();
  }
  const [, last] = beds;
  const before = await readScannedRows(last.deps.pool);
  const pairs: Pair[] = [];
  const failures = new Set<string>();
  const startedAt = performance.now();
  for (let index = 0; index < warmUpCalls + limits.calls; index += 1) {
    const isOver = performance.now() - startedAt > limits.milliseconds;
    if (isOver && pairs.length >= limits.fewest) break;
    // Takes turns in who is first, so that a pause for garbage is not always in the same size's call.
    const first = index % 2;
    const answers: Answer[] = [];
    for (const turn of [first, 1 - first]) {
      const answer = await callOnce(beds[turn] as EndpointBed, operation, { seed, index });
      answers[turn] = answer;
      if (answer.status === 0 || answer.status >= 500)
        failures.add(`${answer.status} ${answer.text.slice(0, 200)}`);
    }
    // Slow operations get fewer calls that do not count.
    if (index >= warmUpCalls || isOver)
      pairs.push({ answers: answers as [Answer, Answer], turn: Math.floor(index / countKinds(operation)) });
  }
  const scanned = compareScannedRows(before, await readScannedRows(last.deps.pool));
  return {
    name: operation.name,
    ...comparePairs(pairs, operation.endpoint.status),
    ...(Object.keys(scanned).length === 0 ? {} : { scanned }),
    failures: [...failures],
  };
}

async function callOnce(
  bed: EndpointBed,
  operation: Operation,
  which: { seed: number; index: number },
): Promise<Answer> {
  if (changesCallers.test(operation.name)) await restoreCallers(bed, bed.callers);
  const made = await makeEndpointRequest(bed, operation, which).catch((error: Error) => error);
  if (made instanceof Error) return { status: unprepared, body: null, text: made.message, milliseconds: 0 };
  const { path, ...request } = made;
  return await call(bed.url, operation.endpoint.method, path, request);
}
