import { setTimeout as sleep } from "node:timers/promises";
import { reconcileDueOrders } from "../../server/money/payments/reconcile.ts";
import { startFaultProxy } from "../../server/testing/providers/fault-proxy.ts";
import { type LocalRazorpay, startLocalRazorpay } from "../../server/testing/providers/razorpay.ts";
import { startLocalSmtpServer } from "../../server/testing/providers/smtp.ts";
import { findBrokenRules, findLost, finishJobs, readInvitations } from "../lib/after-load.ts";
import {
  crashDatabase,
  endFaults,
  type FaultInjector,
  failProviders,
  killServer,
} from "../lib/inject-faults.ts";
import type { Part } from "../lib/part.ts";
import {
  act,
  call,
  createPeople,
  createRandom,
  createTally,
  type LoadContext,
  type Random,
  type Tally,
} from "../lib/people-and-load.ts";
import { openTestBed, type TestBed, type TestBedServer } from "../lib/test-bed.ts";

const clients = 24;
const sizes = { interviewers: 8, interviewees: 16, credits: 10 };
const limits = { serverMilliseconds: 5_000, databaseMilliseconds: 10_000 };

export const crash: Part = {
  name: "crash",
  async run({ seed, isLong }) {
    const times = isLong ? { kills: 200, crashes: 20 } : { kills: 10, crashes: 3 };
    const razorpay = await startLocalRazorpay();
    const smtp = await startLocalSmtpServer();
    const smtpProxy = await startFaultProxy({ to: `127.0.0.1:${smtp.port}`, protocol: "smtp" });
    const smtpUrl = smtp.url.replace(/@.*/, `@${smtpProxy.host}`);
    const settings = { ...razorpay.settings, GREENROOM_SMTP_URL: smtpUrl };
    const testBed = await openTestBed({ servers: 2, settings, isDurable: true });
    try {
      const people = await createPeople(testBed, sizes);
      const random = createRandom(seed);
      const tally = createTally();
      const seen: string[] = [];
      const world = createWorld({ testBed, people, tally, seen, razorpay, random: random.fork("balancer") });
      const token = people.interviewees[0]?.token ?? "";
      const chaos: FaultInjector = {
        testBed,
        random: random.fork("chaos"),
        razorpay,
        smtp: smtpProxy,
        token,
      };

      let isOver = false;
      const clientsAreDone = Promise.all(
        Array.from({ length: clients }, async (_, client) => {
          const own = random.fork(client);
          const role = client < sizes.interviewers ? "interviewers" : "interviewees";
          while (!isOver) {
            const failures = countFailures(tally);
            await act(world, role, client, own);
            // A page does not try again at once, either.
            if (countFailures(tally) > failures) await sleep(100);
          }
        }),
      );
      const downtimes = { server: [] as number[], database: [] as number[] };
      try {
        await causeFault(chaos, times, downtimes);
      } finally {
        isOver = true;
        await clientsAreDone;
      }
      await endFaults(razorpay);
      await finishJobs(testBed);
      // Must run before the clock moves on, because upcoming interviews would then be over.
      const uninvited = await findUninvited(testBed, (await readInvitations(smtp.mails)).invited);
      await reconcile(testBed);
      const settled = await finishJobs(testBed);
      const mails = await readInvitations(smtp.mails);
      const most = (values: number[]) => Math.round(Math.max(0, ...values));
      const violations = [
        ...seen,
        ...uninvited,
        ...findUnexpected(tally),
        ...(await findBrokenRules(testBed)),
        ...(await findLost(testBed, tally.acknowledged)),
        ...(await findUngranted(testBed, razorpay)),
        ...mails.violations,
      ];
      if (settled.waiting > 0) violations.push(`${settled.waiting} jobs are neither done nor failed`);
      if (most(downtimes.server) > limits.serverMilliseconds)
        violations.push(`${most(downtimes.server)} ms without an answer after a server's death`);
      if (most(downtimes.database) > limits.databaseMilliseconds)
        violations.push(`${most(downtimes.database)} ms without an answer after the database's death`);
      const { acknowledged } = tally;
      if (acknowledged.booked.size < 20)
        violations.push(`only ${acknowledged.booked.size} bookings were made`);
      return {
        figures: {
          "servers killed": times.kills,
          "database crashes": times.crashes,
          calls: tally.count,
          statuses: tally.statuses(),
          acknowledged: `${acknowledged.booked.size} bookings, ${acknowledged.canceled.size} cancellations, ${acknowledged.offered.size} slots, ${acknowledged.rated.size} ratings`,
          "longest ms until an answer after a server's and the database's death": `${most(downtimes.server)}, ${most(downtimes.database)}`,
          invitations: mails.invitations,
          "mails delivered twice under one id": mails.redelivered,
          "jobs failed for good, listed for the operator": settled.failed,
        },
        violations,
      };
    } finally {
      await testBed.close();
      await smtpProxy.close();
      await smtp.close();
      await razorpay.close();
    }
  },
};

function countFailures({ failures }: Tally): number {
  return [...failures.values()].reduce((sum, { count }) => sum + count, 0);
}

interface WorldParts {
  testBed: TestBed;
  people: LoadContext["people"];
  tally: Tally;
  seen: string[];
  razorpay: LocalRazorpay;
  random: Random;
}

/** Clients behind a balancer that sends each call to any server that runs, and money through the local Razorpay. */
function createWorld({ testBed, people, tally, seen, razorpay, random }: WorldParts): LoadContext {
  const isRunning = ({ child }: TestBedServer) => child.exitCode === null && child.signalCode === null;
  const base = () => (random.pick(testBed.servers.filter(isRunning)) ?? testBed.servers[0])?.url ?? "";
  return {
    testBed,
    people,
    base,
    onAnswer: tally.add,
    onViolation: (sentence) => seen.push(sentence),
    async pay(orderId, own) {
      const order = razorpay.store.orders.get(orderId);
      if (order === undefined || order.status === "paid") return null;
      const outcome = own.pick(["success", "success", "authorized", "failure"] as const) ?? "success";
      const payment = razorpay.store.pay(orderId, outcome);
      if (own.chance(0.5)) {
        const { rawBody, headers } = razorpay.webhook(payment);
        tally.add(
          "POST /api/payment/webhook",
          await call(base(), "POST", "/api/payment/webhook", { body: rawBody, headers }),
        );
      }
      // Half of the pages are closed before they say that the payment succeeded.
      return outcome === "success" && own.chance(0.5) ? razorpay.callback(payment) : null;
    },
  };
}

/** Kills servers and the database in turn, while the clock jumps and providers fail. */
async function causeFault(
  chaos: FaultInjector,
  { kills, crashes }: { kills: number; crashes: number },
  downtimes: { server: number[]; database: number[] },
): Promise<void> {
  const every = Math.floor(kills / crashes);
  for (let count = 1; count <= kills; count += 1) {
    await sleep(300 + chaos.random.below(700));
    // Mostly ahead, so that interviews take place; sometimes back, as when a wrong clock is corrected.
    await chaos.testBed.clock.advance(chaos.random.chance(0.25) ? -10 : 40);
    const failing = failProviders(chaos);
    downtimes.server.push(await killServer(chaos));
    if (count % every === 0 && downtimes.database.length < crashes)
      downtimes.database.push(await crashDatabase(chaos));
    await failing;
  }
}

/** Settles the orders that nobody reported, by running all checks of an open order's first day. */
async function reconcile({ pool, deps, clock }: TestBed): Promise<void> {
  const hasDueOrders = async () => {
    const { rows } = await pool.query(
      "select 1 from orders where status = 'created' and next_check_at <= $1 limit 1",
      [clock.now()],
    );
    return rows.length > 0;
  };
  for (const minutes of [10, 45, 400, 1500]) {
    await clock.advance(minutes);
    for (let tries = 0; tries < 20 && (await hasDueOrders()); tries += 1)
      await Promise.allSettled([reconcileDueOrders(deps)]);
  }
}

/** During a fault, a call may be lost or get 503. Any other status above 499 is a violation. */
function findUnexpected({ failures }: Tally): string[] {
  return [...failures]
    .filter(([key]) => !key.startsWith("0 ") && !key.startsWith("503 "))
    .map(([key, { count, example }]) => `${count} × ${key}: ${example}`);
}

/** Parties of upcoming interviews who got no invitation. */
async function findUninvited({ pool }: TestBed, invited: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; email: string }>(
    `select booking.id, party.email from bookings booking
       join users party on party.id in (booking.interviewee_id, booking.interviewer_id) where booking.status = 'pending'`,
  );
  const missing = rows.filter(({ id, email }) => !invited.has(`${email} ${id}`));
  return missing.length === 0
    ? []
    : [`${missing.length} invitations were never sent: ${missing[0]?.email} ${missing[0]?.id}`];
}

/** Payments that the provider captured and that granted no credits, and money that was sent back twice. */
async function findUngranted({ pool }: TestBed, { store }: LocalRazorpay): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; refunded: number }>(
    `select provider_payment_id as id, coalesce((select sum(amount_paise) from refunds where payment_id = payments.id
       and status <> 'pending'), 0)::int as refunded from payments`,
  );
  const granted = new Map(rows.map(({ id, refunded }) => [id, refunded]));
  const taken = [...store.payments.values()].filter(
    ({ status }) => status === "captured" || status === "refunded",
  );
  const { rows: orders } = await pool.query<{ id: string; state: string }>(
    "select provider_order_id as id, to_jsonb(orders)::text as state from orders",
  );
  const states = new Map(orders.map(({ id, state }) => [id, state]));
  const ungranted = taken
    .filter(({ id }) => !granted.has(id))
    .map(
      ({ id, order_id }) =>
        `payment ${id} was captured and granted nothing: ${states.get(order_id) ?? "its order is not stored"}`,
    );
  const wrong = taken
    .filter(({ id }) => granted.has(id) && store.refundedOf(id) !== granted.get(id))
    .map(
      ({ id }) => `payment ${id}: ${store.refundedOf(id)} paise went back, ${granted.get(id)} are recorded`,
    );
  return [...ungranted, ...wrong];
}
