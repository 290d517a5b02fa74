import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { verifyPayment as verifyPaymentEndpoint } from "@greenroom/contract/money/payments.ts";
import type { PlanType } from "@greenroom/contract/money/plans.ts";
import { sql } from "kysely";
import type pg from "pg";
import { storeDays } from "../desk/figures/store-days.ts";
import type { Actor } from "../kernel/actor.ts";
import { inTransaction } from "../kernel/db/transaction.ts";
import type { Deps } from "../kernel/deps.ts";
import { giveCredits } from "../money/credits/credits.ts";
import { openOrder } from "../money/payments/orders.ts";
import { verifyPayment } from "../money/payments/settle.ts";
import { quotePlan } from "../money/plans/pricing.ts";
import { changeTimeZone } from "../people/accounts/profile.ts";
import { mailReport } from "../review/mails.ts";
import { completeDueBookings } from "../schedule/bookings/end.ts";
import type { WorkerPool } from "../workers/worker-pool.ts";
import {
  bookUpcomingInterview,
  createPastInterview,
  instantAt,
  nextFiveMinutes,
  offerDemoSlots,
} from "./demo-interviews.ts";
import {
  type Actors,
  createDemoAccounts,
  type DemoPerson,
  demoPeople,
  getDemoActor,
  grantDemoRoles,
  interviewees,
  interviewers,
  pastInterviews,
  saveDemoPages,
  saveDemoResumes,
} from "./demo-people.ts";

/** Before the first of their interviews. */
const joinedDaysAgo = 20;
/** The comment of the table of people while the demo data is being made. */
const unfinished = "The demo data is not complete";
/** Held while the demo data is being made. */
const demoLock = 4_711_003;

/** Takes an order's payment in the sandbox's books, and returns what its checkout would. */
type PayOrder = (deps: Deps, orderId: string) => Promise<object>;

/** Empties an embedded database whose demo data was not completed, so that it is made again. */
export async function clearUnfinishedDemo(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query(
      "select pg_try_advisory_lock($1) and obj_description(to_regclass('users')) = $2 as found",
      [demoLock, unfinished],
    );
    if (!rows[0].found) return;
    const emails = demoPeople.map(({ email }) => email);
    const others = await client.query("select from users where email <> all($1) limit 1", [emails]);
    if (others.rowCount !== 0) return;
    console.error("The demo data was not completed, so it is made again.");
    const schemas = await client.query<{ drop: string }>(
      `select format('drop schema %I cascade', nspname) as drop from pg_namespace
       where nspname !~ '^pg_' and nspname <> 'information_schema'`,
    );
    await client.query([...schemas.rows.map((row) => row.drop), "create schema public"].join("; "));
  } finally {
    client.release(true);
  }
}

/**
 * Fills an empty database with realistic demo data, through the same operations that people use, with a clock set
 * to the past where needed. Returns the password of all demo accounts, or null if the database contains other
 * people's data. The dependencies should name no real provider.
 */
export async function loadDemo(deps: Deps, payOrder: PayOrder): Promise<string | null> {
  const password = `encore-${deps.hmac("demo-password", "").toString("hex").slice(0, 8)}-7!`;
  const joinedAt = addMinutes(deps.clock.now(), -joinedDaysAgo * 24 * 60);
  const lock = await deps.pool.connect();
  try {
    // Two servers may start on one empty database.
    await lock.query("select pg_advisory_lock($1)", [demoLock]);
    const { rowCount } = await lock.query("select from users limit 1");
    if (rowCount !== 0)
      return (await findActors(deps, demoPeople)).size === demoPeople.length ? password : null;
    console.error("Making demo data…");
    await inTransaction(deps.database, async (tx) => {
      await sql`comment on table users is ${sql.lit(unfinished)}`.execute(tx);
      await createDemoAccounts(tx, { password, joinedAt });
    });
    await grantDemoRoles(deps, { joinedAt });
    await createDemoHistory(deps, payOrder, await findActors(deps, demoPeople));
    await lock.query("comment on table users is null");
    return password;
  } finally {
    // A closed connection would keep the lock for a moment, in which a restart would leave the demo unfinished.
    await lock.query("select pg_advisory_unlock($1)", [demoLock]).finally(() => lock.release(true));
  }
}

/** The accounts as actors. Demo people have no sign-in. */
async function findActors(deps: Deps, people: DemoPerson[]): Promise<Actors> {
  const rows = await deps.database
    .selectFrom("users")
    .select(["id", "email", "role"])
    .where(
      "email",
      "in",
      people.map((person) => person.email),
    )
    .execute();
  return new Map(
    rows.map((row) => [row.email, { userId: row.id, sessionId: row.id, role: row.role, operator: null }]),
  );
}

async function createDemoHistory(deps: Deps, payOrder: PayOrder, actors: Actors): Promise<void> {
  const now = deps.clock.now();
  // A browser abroad would otherwise decide the zone at the first sign-in, after the mails were written in this one.
  for (const actor of actors.values()) await changeTimeZone(deps, actor, deps.config.business.timeZone);
  // The first start must not fill the mailbox with twenty mails about last week.
  const jobs = { ...deps.jobs, enqueue: async () => undefined };
  const depsWithoutJobs: Deps = { ...deps, jobs, workers: repeatTasks(deps.workers) };
  const depsAt = (instant: Date): Deps => ({ ...depsWithoutJobs, clock: { now: () => instant } });
  const instantDaysAgo = (daysAgo: number, time: string) =>
    instantAt(now, deps.config.business.timeZone, -daysAgo, time);

  for (const { email, bought } of interviewees)
    await buyPlan(depsAt(instantDaysAgo(18, "10:00")), payOrder, getDemoActor(actors, email), bought);
  // Without credits, a new user's first view of the dashboard would be the reminder to buy.
  const user = { id: getDemoActor(actors, "interviewee@greenroom.example").userId, role: "user" };
  const gift = { user, sessions: 1, reason: "A free session", actor: "system" as const };
  const giftDeps = depsAt(instantDaysAgo(17, "10:00"));
  await inTransaction(giftDeps.database, (tx) => giveCredits(giftDeps, tx, gift));
  await saveDemoResumes(depsAt(instantDaysAgo(18, "09:00")), actors);
  let reported: string | null = null;
  for (const interview of pastInterviews) {
    const startsAt = instantDaysAgo(interview.daysAgo, interview.time);
    const bookingId = await createPastInterview(depsAt, actors, interview, startsAt);
    if (interview.script !== undefined && interview.feedback !== null) reported = bookingId;
  }
  await completeDueBookings(depsWithoutJobs);
  await offerDemoSlots(
    depsWithoutJobs,
    actors,
    interviewers.map((person) => person.email),
  );
  await saveDemoPages(depsWithoutJobs, actors);
  await bookUpcomingInterview(depsWithoutJobs, actors, {
    interviewer: "interviewer@greenroom.example",
    interviewee: "interviewee@greenroom.example",
    // Starts within eight minutes. The room opens ten minutes before, so it is open at once.
    startsAt: nextFiveMinutes(now, 3),
  });
  // The hourly job would be up to an hour away, and until then the desk's figures would have only yesterday and today.
  await storeDays(depsWithoutJobs);
  // The newest report with feedback is one that its reader has not seen yet, so its mail waits in the mailbox.
  if (reported !== null) await announceReport(deps, reported);
}

async function announceReport({ database, jobs }: Deps, bookingId: string): Promise<void> {
  await inTransaction(database, (tx) => jobs.enqueue(tx, mailReport, { bookingId }));
}

/** Buys a plan as the pricing page does: quote, order, checkout, verification. */
async function buyPlan(deps: Deps, payOrder: PayOrder, actor: Actor, planType: PlanType): Promise<void> {
  const { newPrice } = await quotePlan(deps, actor, { planType });
  const order = await openOrder(deps, actor, { planType, newPrice, amount: newPrice });
  const paid = verifyPaymentEndpoint.body.parse({ ...(await payOrder(deps, order.id)), planType, newPrice });
  await verifyPayment(deps, actor, paid);
}

const maxAttempts = 5;

/**
 * A pool whose tasks run up to five times until one attempt succeeds. A call tells its user to try again when a task took
 * too long on a very busy machine. Nobody does so for the demo data, and without it the first start would fail.
 */
export function repeatTasks(workers: WorkerPool): WorkerPool {
  return {
    ...workers,
    run: (name, input, signal) => repeat(() => workers.run(name, input, signal)),
  };
}

async function repeat<T>(task: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
    try {
      return await task();
    } catch {
      // The last attempt reports its reason.
    }
  }
  return await task();
}
