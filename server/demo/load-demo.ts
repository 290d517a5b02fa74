import type { PlanType } from "@greenroom/contract/plans.ts";
import type { FastifyInstance } from "fastify";
import { inTransaction, lockSubjects } from "../db/transaction.ts";
import type { Deps } from "../deps.ts";
import { createAccount } from "../domains/accounts/create-account.ts";
import { completeDueBookings } from "../domains/bookings/complete-due-bookings.ts";
import { grantInterviewer } from "../domains/operator/grant-interviewer.ts";
import { grantOperator } from "../domains/operator/grant-operator.ts";
import { openOrder } from "../domains/payments/open-order.ts";
import { verifyPayment } from "../domains/payments/verify-payment.ts";
import { quotePlan } from "../domains/plans/quote-plan.ts";
import type { Actor } from "../http/actor.ts";
import { type Actors, actorOf } from "./actors.ts";
import { writeResumes } from "./demo-resumes.ts";
import { holdPastSession, offerSlots, offerSoonSlot } from "./demo-sessions.ts";
import { atHour, nextFiveMinutes } from "./demo-time.ts";
import { describeInterviewers } from "./demo-weeks.ts";
import { type DemoPerson, interviewees, interviewers, operator, pastSessions } from "./people.ts";

/**
 * Fills an empty database with a product that has life in it, through the very operations that people use, with a
 * clock that stands in the past where the story does. Answers the password of every demo account, or null when the
 * database holds other people's data.
 */
export async function loadDemo(deps: Deps, app: FastifyInstance): Promise<string | null> {
  const password = `encore-${deps.hmac("demo-password", "").toString("hex").slice(0, 8)}-7!`;
  const people = [...interviewers, ...interviewees, operator];
  const isMine = await inTransaction(deps.database, async (tx) => {
    // Two servers may start on one empty database.
    await lockSubjects(tx, ["demo"]);
    const anybody = await tx
      .selectFrom("users")
      .select("email")
      .orderBy("createdAt")
      .limit(1)
      .executeTakeFirst();
    if (anybody !== undefined) return false;
    const now = new Date(deps.clock.now().getTime() - 20 * 86_400_000);
    for (const person of people) {
      await createAccount(tx, { ...person, mobileNumber: "+91 98765 43210", password }, now);
    }
    return true;
  });
  const actors = await findActors(deps, people);
  if (!isMine) return actors.size === people.length ? password : null;

  console.error("Making demo data…");
  for (const { email } of interviewers) await grantInterviewer(deps, email);
  await grantOperator(deps, operator.email);
  await tellTheStory(deps, app, await findActors(deps, people));
  return password;
}

/** The accounts as those who act; a demo person has no session. */
async function findActors(deps: Deps, people: DemoPerson[]): Promise<Actors> {
  const rows = await deps.database
    .selectFrom("users")
    .select(["id", "email", "role", "isOperator"])
    .where(
      "email",
      "in",
      people.map((person) => person.email),
    )
    .execute();
  return new Map(
    rows.map((row) => [
      row.email,
      { userId: row.id, sessionId: row.id, role: row.role as Actor["role"], isOperator: row.isOperator },
    ]),
  );
}

async function tellTheStory(deps: Deps, app: FastifyInstance, actors: Actors): Promise<void> {
  const now = deps.clock.now();
  // Nobody wants twenty mails about last week in their mailbox on the first start.
  const silent: Deps = { ...deps, jobs: { ...deps.jobs, send: async () => undefined } };
  const at = (instant: Date): Deps => ({ ...silent, clock: { now: () => instant } });
  const day = (daysAgo: number, hour: number) => atHour(now, deps.config.business.timeZone, -daysAgo, hour);

  for (const { email, bought } of interviewees)
    await buy(at(day(18, 10)), app, actorOf(actors, email), bought);
  await writeResumes(at(day(18, 9)), actors);
  for (const session of pastSessions)
    await holdPastSession(at, actors, session, day(session.daysAgo, session.hour));
  await completeDueBookings(silent);
  await offerSlots(
    silent,
    actors,
    interviewers.map((person) => person.email),
  );
  await describeInterviewers(silent, actors);
  await offerSoonSlot(silent, actors, {
    interviewer: "interviewer@greenroom.example",
    interviewee: "interviewee@greenroom.example",
    // Eight minutes at the most, with the room open ten minutes before: its door is open at once.
    startsAt: nextFiveMinutes(now, 3),
  });
}

/** Buys a plan as the pricing page does: quote, order, checkout, verification. */
async function buy(deps: Deps, app: FastifyInstance, actor: Actor, planType: PlanType): Promise<void> {
  const { newPrice } = await quotePlan(deps, actor, { planType });
  const order = await openOrder(deps, actor, { planType, newPrice, amount: newPrice });
  const paid = await app.inject({
    method: "POST",
    url: `/api/sandbox/orders/${order.id}/pay`,
    payload: { outcome: "success" },
  });
  await verifyPayment(deps, actor, { ...paid.json(), planType, newPrice });
}
