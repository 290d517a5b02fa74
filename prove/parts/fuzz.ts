import { errorBodySchema } from "@greenroom/contract/kernel/endpoint.ts";
import { httpStatusByCode } from "../../server/kernel/errors.ts";
import { everybody } from "../../server/testing/endpoints.ts";
import type { Part } from "../lib/part.ts";
import { type Answer, call, createRandom, type Person, type Random } from "../lib/people-and-load.ts";
import {
  type Callers,
  changesCallers,
  createCallers,
  findOperations,
  followPreview,
  makeRequest,
  type Operation,
  RecordIds,
  restoreCallers,
} from "../lib/requests.ts";
import { openTestBed, type TestBed, type TestBedServer } from "../lib/test-bed.ts";

/** For each operation and each kind of caller. */
const cases = 200;
const longCases = 1000;
const atOnce = 8;
export const fuzz: Part = {
  name: "fuzz",
  async run({ seed, isLong, match }) {
    const testBed = await openTestBed({ servers: 1 });
    try {
      const base = testBed.servers[0]?.url ?? "";
      const callers = await createCallers(testBed);
      const ids = new RecordIds(
        testBed.pool,
        Object.values(callers).flatMap((person) => person?.id ?? []),
      );
      const operations = (await findOperations(base)).filter(({ name }) => new RegExp(match).test(name));
      if (operations.length === 0) throw new Error(`No operation's name matches ${match}.`);
      const violations = new Map<string, { count: number; example: string }>();
      const statuses = new Map<number, number>();
      const server = testBed.servers[0] as TestBedServer;
      /** Operations that refused every call, so that little of their code ran. */
      const unreached: string[] = [];
      let calls = 0;
      const startedAt = performance.now();
      for (const operation of operations) {
        let isReached = false;
        for (const who of everybody) {
          await restoreCallers(testBed, callers);
          await ids.refresh();
          const random = createRandom(seed).fork(`${operation.name} ${who}`);
          const answers = await fuzzOperation(testBed, operation, {
            random,
            caller: callers[who],
            callers,
            ids,
            count: isLong ? longCases : cases,
          });
          for (const { answer, sent } of answers) {
            calls += 1;
            statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
            isReached ||= answer.status === operation.endpoint.status;
            const problem = findProblem(operation, answer);
            if (problem === null) continue;
            const key = `${operation.name} as ${who}: ${problem}`;
            const known = violations.get(key);
            if (known === undefined) violations.set(key, { count: 1, example: sent });
            else known.count += 1;
          }
        }
        if (!isReached) unreached.push(operation.name);
      }
      const found = [...violations].map(([key, { count, example }]) => `${count} × ${key} — ${example}`);
      if (server.child.exitCode !== null) throw new Error("The server ended.");
      return {
        figures: {
          operations: operations.length,
          roles: everybody.length,
          cases: calls,
          "calls a second": Math.round((1000 * calls) / (performance.now() - startedAt)),
          statuses: [...statuses]
            .sort(([a], [b]) => a - b)
            .map(([status, count]) => `${status}: ${count}`)
            .join(", "),
          "operations that did something": operations.length - unreached.length,
          ...(unreached.length === 0 ? {} : { "only refused": unreached.join(", ") }),
        },
        violations: found,
      };
    } finally {
      await testBed.close();
    }
  },
};

interface FuzzOptions {
  random: Random;
  caller: Person | null;
  callers: Callers;
  ids: RecordIds;
  count: number;
}

async function fuzzOperation(
  testBed: TestBed,
  operation: Operation,
  { random, caller, callers, ids, count }: FuzzOptions,
) {
  const answers: { answer: Answer; sent: string }[] = [];
  const base = testBed.servers[0]?.url ?? "";
  const isRestored = changesCallers.test(operation.name);
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const own = random.fork(next);
      next += 1;
      // From well-formed requests to nonsense.
      const hostility = own.pick([0, 0, 0.03, 0.15, 0.5]) ?? 0;
      const made = makeRequest(operation, own, { hostility, ids });
      if (isRestored) await restoreCallers(testBed, callers);
      const token = caller === null ? {} : { token: caller.token };
      if (hostility === 0 && own.chance(0.7)) await followPreview(base, operation, made, token);
      const answer = await call(base, operation.endpoint.method, made.path, {
        ...token,
        ...(made.body === undefined ? {} : { body: made.body }),
        headers: made.headers,
      });
      answers.push({ answer, sent: `${made.path.slice(0, 200)} ${made.body?.slice(0, 300) ?? ""}` });
    }
  };
  await Promise.all(Array.from({ length: isRestored ? 1 : atOnce }, worker));
  return answers;
}

/** Describes how an answer violates the contract, in a few words; null if it does not. */
function findProblem({ endpoint }: Operation, { status, body, text }: Answer): string | null {
  if (status === 0) return `no answer (${text})`;
  if (status === endpoint.status) {
    if (endpoint.output === undefined) return null;
    const parsed = endpoint.output.safeParse(body);
    return parsed.success ? null : `the body is not what is stated: ${parsed.error.issues[0]?.message}`;
  }
  const error = errorBodySchema.safeParse(body);
  if (!error.success) return `${status} without the body of an error: ${text.slice(0, 100)}`;
  const { code, msg } = error.data;
  if (httpStatusByCode[code] !== status) return `${status} with the code ${code}`;
  return status >= 500 ? `${status} ${code}: ${msg}` : null;
}
