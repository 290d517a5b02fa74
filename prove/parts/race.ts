import { setTimeout as sleep } from "node:timers/promises";
import { findBrokenRules, findLost, ruleCount } from "../lib/after-load.ts";
import type { Part } from "../lib/part.ts";
import {
  act,
  call,
  createPeople,
  createRandom,
  createTally,
  describeFailures,
  type LoadContext,
  type Random,
} from "../lib/people-and-load.ts";
import { openTestBed } from "../lib/test-bed.ts";

const clients = 64;
const sizes = { interviewers: 20, interviewees: 44, credits: 6 };
/** How often the clock moves ahead while the clients act, and by how many minutes each time. */
const advances = 60;
const minutesPerAdvance = 20;

/** Pays through the sandbox's checkout, as its page does. */
export async function paySandbox(base: string, orderId: string, random: Random) {
  const outcome = random.pick(["success", "success", "success", "closed", "failure"]);
  const { status, body } = await call(base, "POST", `/api/sandbox/orders/${orderId}/pay`, {
    body: { outcome },
  });
  return status === 200 && body.razorpay_payment_id ? (body as Record<string, string>) : null;
}

export const race: Part = {
  name: "race",
  async run({ seed, isLong }) {
    const actionsPerClient = isLong ? 300 : 100;
    const testBed = await openTestBed({ servers: 1 });
    try {
      const people = await createPeople(testBed, sizes);
      const random = createRandom(seed);
      const tally = createTally();
      const seen: string[] = [];
      const world: LoadContext = {
        testBed,
        people,
        base: () => testBed.servers[0]?.url ?? "",
        onAnswer: tally.add,
        onViolation: (sentence) => seen.push(sentence),
        pay: (orderId, own) => paySandbox(world.base(), orderId, own),
      };
      let done = 0;
      const startedAt = performance.now();
      const acting = Promise.all(
        Array.from({ length: clients }, async (_, client) => {
          const own = random.fork(client);
          const isInterviewer = client < sizes.interviewers;
          for (let count = 0; count < actionsPerClient; count += 1) {
            const role = isInterviewer ? "interviewers" : "interviewees";
            await act(world, role, isInterviewer ? client : client - sizes.interviewers, own);
            done += 1;
          }
        }),
      );
      const total = clients * actionsPerClient;
      const passTime = async () => {
        for (let count = 1; count <= advances; count += 1) {
          while (done < (total * count) / (advances + 1)) await sleep(20);
          await testBed.clock.advance(minutesPerAdvance);
        }
      };
      await Promise.all([acting, passTime()]);
      const seconds = (performance.now() - startedAt) / 1000;
      const { rows } = await testBed.pool.query(
        `select (select deadlocks::int from pg_stat_database where datname = current_database()) as deadlocks,
           (select count(*)::int from bookings) as bookings, (select count(*)::int from payments) as payments,
           (select count(*)::int from refunds) as refunds, (select count(*)::int from feedback) as ratings,
           (select string_agg(status || ' ' || count, ', ' order by status) from
             (select status, count(*) from bookings group by status) by_status) as ends`,
      );
      const { deadlocks, bookings, payments, refunds, ratings, ends } = rows[0];
      const logged = await testBed.findInPostgresLog(/deadlock detected/);
      const violations = [...seen, ...describeFailures(tally), ...(await findBrokenRules(testBed))];
      violations.push(...(await findLost(testBed, tally.acknowledged)));
      if (deadlocks > 0 || logged.length > 0)
        violations.push(`PostgreSQL resolved ${deadlocks} deadlocks: ${logged[0] ?? ""}`);
      // A run in which little happens proves little.
      if (bookings < clients || payments === 0 || refunds === 0 || ratings === 0)
        violations.push(
          `too little happened: ${bookings} bookings, ${payments} payments, ${refunds} refunds`,
        );
      return {
        figures: {
          clients,
          actions: total,
          calls: tally.count,
          "calls a second": Math.round(tally.count / seconds),
          statuses: tally.statuses(),
          "p99 ms": tally.p99(),
          bookings: `${bookings} (${ends})`,
          payments,
          refunds,
          ratings,
          deadlocks,
          "rules checked besides verify": ruleCount,
        },
        violations,
      };
    } finally {
      await testBed.close();
    }
  },
};
