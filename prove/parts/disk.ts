import { setTimeout as sleep } from "node:timers/promises";
import { act, type LoadContext } from "../lib/actions.ts";
import { call } from "../lib/call.ts";
import { findBrokenRules, findLost } from "../lib/checks.ts";
import { finishJobs } from "../lib/finish-jobs.ts";
import { timeToAnswer } from "../lib/inject-faults.ts";
import type { Part } from "../lib/part.ts";
import { createPeople } from "../lib/people.ts";
import { createRandom } from "../lib/random.ts";
import { openSmallDisk } from "../lib/small-disk.ts";
import { createTally, type Tally } from "../lib/tally.ts";
import { openTestBed } from "../lib/test-bed.ts";

const clients = 16;
const sizes = { interviewers: 6, interviewees: 10, credits: 60 };
const fullMilliseconds = 12_000;

export const disk: Part = {
  name: "disk",
  shows: "two servers under load on a disk that becomes full: calls get 503 and nothing acknowledged is lost",
  async run({ seed, isLong }) {
    const small = await openSmallDisk(isLong ? 800 : 400);
    try {
      const testBed = await openTestBed({ servers: 2, isDurable: true });
      try {
        const people = await createPeople(testBed, sizes);
        const random = createRandom(seed);
        const tally = createTally();
        const seen: string[] = [];
        const balancer = random.fork("balancer");
        const world: LoadContext = {
          testBed,
          people,
          base: () => (balancer.pick(testBed.servers) ?? testBed.servers[0])?.url ?? "",
          onAnswer: tally.add,
          onViolation: (sentence) => seen.push(sentence),
          pay: async () => null,
        };
        let isOver = false;
        const acting = Promise.all(
          Array.from({ length: clients }, async (_, client) => {
            const own = random.fork(client);
            const role = client < sizes.interviewers ? "interviewers" : "interviewees";
            while (!isOver) {
              const failures = countFailures(tally);
              await act(world, role, client, own);
              if (countFailures(tally) > failures) await sleep(100);
            }
          }),
        );
        const token = people.interviewees[0]?.token ?? "";
        const counts = { readable: 0, reads: 0, refusedBefore: 0, refused: 0 };
        let recovered: number;
        try {
          await sleep(4000);
          counts.refusedBefore = countFailures(tally);
          await small.fill();
          const until = performance.now() + fullMilliseconds;
          while (performance.now() < until) {
            const { status } = await call(world.base(), "GET", "/api/user/credits", { token });
            counts.reads += 1;
            if (status === 200) counts.readable += 1;
            await sleep(100);
          }
          counts.refused = countFailures(tally) - counts.refusedBefore;
          await small.empty();
          recovered = await timeToAnswer({ testBed, token });
          await sleep(3000);
        } finally {
          isOver = true;
          await acting;
        }
        const settled = await finishJobs(testBed);
        const violations = [
          ...seen,
          ...[...tally.failures]
            .filter(([key]) => !key.startsWith("503 "))
            .map(([key, { count, example }]) => `${count} × ${key}: ${example}`),
          ...(await findBrokenRules(testBed)),
          ...(await findLost(testBed, tally.acknowledged)),
        ];
        if (counts.refused === 0) violations.push("no call was refused, so the disk was not full");
        if (settled.waiting > 0) violations.push(`${settled.waiting} jobs are neither done nor failed`);
        const { booked, canceled, offered } = tally.acknowledged;
        return {
          figures: {
            "seconds full": fullMilliseconds / 1000,
            calls: tally.count,
            statuses: tally.statuses(),
            "refused while full": counts.refused,
            "reads answered while full": `${counts.readable} of ${counts.reads}`,
            "ms until an answer with space again": Math.round(recovered),
            acknowledged: `${booked.size} bookings, ${canceled.size} cancellations, ${offered.size} slots`,
            "jobs failed for good, listed for the operator": settled.failed,
          },
          violations,
        };
      } finally {
        await testBed.close();
      }
    } finally {
      await small.close();
    }
  },
};

function countFailures({ failures }: Tally): number {
  return [...failures.values()].reduce((sum, { count }) => sum + count, 0);
}
