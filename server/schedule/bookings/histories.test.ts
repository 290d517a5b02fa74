import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { grantDueRemedies } from "../../review/feedback/deadline.ts";
import { type SignedUpUser, useTestApp } from "../../testing/app.ts";
import {
  createUsers,
  grantTestCredits,
  hoursFromNow,
  offerSlot,
  postBooking,
  recordInterview,
  recordWait,
} from "./bookings.testing.ts";
import { completeDueBookings } from "./end.ts";
import { returnUnanswered } from "./unclear.ts";

/* Random histories of bookings, step by step through the API. The books must balance after each step. */

const app = useTestApp();
let interviewers: SignedUpUser[];
beforeAll(async () => {
  interviewers = [await app.signUpInterviewer(), await app.signUpInterviewer()];
});

const step = fc.oneof(
  fc.record({
    what: fc.constant("buy" as const),
    sessions: fc.integer({ min: 1, max: 3 }),
    price: fc.integer({ min: 1, max: 99_999 }),
  }),
  fc.record({
    what: fc.constant("book" as const),
    with: fc.integer({ min: 0, max: 1 }),
    hours: fc.integer({ min: 1, max: 40 }),
  }),
  fc.record({
    what: fc.constantFrom("cancel" as const, "callOff" as const, "end" as const),
    met: fc.boolean(),
    which: fc.nat(9),
  }),
  fc.record({
    what: fc.constant("move" as const),
    which: fc.nat(9),
    with: fc.integer({ min: 0, max: 1 }),
    hours: fc.integer({ min: 1, max: 40 }),
  }),
  fc.record({
    what: fc.constant("miss" as const),
    which: fc.nat(9),
    by: fc.constantFrom("interviewee", "interviewer"),
  }),
  fc.record({
    what: fc.constant("answer" as const),
    which: fc.nat(9),
    by: fc.constantFrom("interviewee", "interviewer"),
    tookPlace: fc.boolean(),
  }),
  fc.record({ what: fc.constant("wait" as const), hours: fc.constantFrom(1, 5, 13, 49) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function run(person: SignedUpUser, taken: Step): Promise<void> {
  const { database } = app.deps;
  const mine = () =>
    database
      .selectFrom("bookings")
      .selectAll()
      .where("intervieweeId", "=", person.user._id)
      .orderBy("id")
      .execute();
  const one = async (which: number) => {
    const bookings = await mine();
    return bookings[which % Math.max(bookings.length, 1)];
  };
  const slot = async (index: number, hours: number) => {
    const interviewer = interviewers[index] as SignedUpUser;
    const startTime = hoursFromNow(app, hours);
    // An earlier history may have taken this slot; then the step books nothing.
    await offerSlot(app, interviewer, startTime).catch(() => undefined);
    return { startTime, interviewerId: interviewer.user._id };
  };
  const interviewerTokenOf = (id: string) => interviewers.find(({ user }) => user._id === id)?.token ?? "";
  if (taken.what === "buy")
    await grantTestCredits(app, person, { sessions: taken.sessions, pricePaise: taken.price });
  else if (taken.what === "wait") {
    app.clock.set(addMinutes(app.clock.now(), 60 * taken.hours));
    await completeDueBookings(app.deps);
    await returnUnanswered(app.deps);
    await grantDueRemedies(app.deps);
  } else if (taken.what === "book") await postBooking(app, person, await slot(taken.with, taken.hours));
  else {
    const booking = await one(taken.which);
    if (booking === undefined) return;
    const interviewerToken = interviewerTokenOf(booking.interviewerId);
    if (taken.what === "cancel") await app.post(person, `/api/user/bookings/${booking.id}/cancel`);
    if (taken.what === "callOff")
      await app.post({ token: interviewerToken }, `/api/interviewer/bookings/${booking.id}/cancel`);
    if (taken.what === "end" || taken.what === "miss") {
      // Most bookings are still in the future. Move the clock into the interview, so that the step has an effect.
      if (app.clock.now() < booking.startsAt) app.clock.set(addMinutes(booking.startsAt, 15));
    }
    if (taken.what === "end" && taken.met && booking.status === "pending")
      await recordInterview(app, booking.id);
    if (taken.what === "end")
      await app.post({ token: interviewerToken }, `/api/interviewer/bookings/${booking.id}/complete`, {
        reason: "The line broke",
      });
    if (taken.what === "answer") {
      await app.post(
        { token: taken.by === "interviewee" ? person.token : interviewerToken },
        `/api/bookings/${booking.id}/took-place`,
        { tookPlace: taken.tookPlace },
      );
    }
    if (taken.what === "miss") {
      const token = taken.by === "interviewee" ? person.token : interviewerToken;
      // An interviewer who waited in the room is paid. If neither party came, the credit is returned.
      if (taken.by === "interviewer" && taken.which % 2 === 0) await recordWait(app, booking.id);
      await app.post({ token }, `/api/bookings/${booking.id}/no-show`);
    }
    if (taken.what === "move")
      await app.post(
        person,
        `/api/user/bookings/${booking.id}/reschedule`,
        await slot(taken.with, taken.hours),
      );
  }
}

/** Every accounting rule, for one person. */
async function books(person: SignedUpUser) {
  const { rows } = await sql<Record<string, number>>`
    with mine as (select * from bookings where interviewee_id = ${person.user._id}),
    live as (select e.* from earnings e join mine on mine.id = e.booking_id where e.status <> 'void'),
    lines as (select * from ledger_entries where user_id = ${person.user._id})
    select
      (select coalesce(min(balance_after), 0)::int from lines) as lowest,
      (select coalesce(sum(delta), 0)::int from lines) as summed,
      (select coalesce(max(balance), 0)::int from credit_accounts where user_id = ${person.user._id}) as balance,
      (select count(*)::int from credits where user_id = ${person.user._id} and status = 'available') as in_hand,
      (select count(*)::int from mine) - (select count(*)::int from lines where kind = 'spend') as unpaid,
      (select count(*)::int from (select from lines where kind = 'return' group by booking_id having count(*) > 1) twice) as twice_back,
      -- Each credit is available, reserved by a booking, or earned on. Together they must add up to the price.
      (select coalesce(sum(price_paise), 0)::int from credit_lots where user_id = ${person.user._id}) as price,
      (select coalesce(sum(value_paise), 0)::int from credits where user_id = ${person.user._id} and status = 'available') as held,
      (select coalesce(sum(c.value_paise), 0)::int from mine join lines l on l.booking_id = mine.id and l.kind = 'spend'
        join credits c on c.id = l.credit_id where mine.status = 'pending') as waiting,
      (select coalesce(sum(amount_paise), 0)::int from live) as shares,
      (select coalesce(sum(session_price_paise - amount_paise), 0)::int from live) as platform,
      (select count(*)::int from live join lines back on back.booking_id = live.booking_id and back.kind = 'return') as paid_and_returned`.execute(
    app.deps.database,
  );
  return rows[0] as Record<string, number>;
}

it("any history of bookings leaves the books balanced after each step", { timeout: 120_000 }, async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const [person] = (await createUsers(app, 1)) as [SignedUpUser];
      await grantTestCredits(app, person, { sessions: 2, pricePaise: 19_901 });
      for (const taken of steps) {
        await run(person, taken);
        const found = await books(person);
        expect(found.lowest).toBeGreaterThanOrEqual(0);
        expect(found).toMatchObject({
          balance: found.summed,
          inHand: found.summed,
          unpaid: 0,
          twiceBack: 0,
          paidAndReturned: 0,
          price: (found.held ?? 0) + (found.waiting ?? 0) + (found.shares ?? 0) + (found.platform ?? 0),
        });
      }
      const ends = await app.deps.database
        .selectFrom("bookings")
        .select("status")
        .where("intervieweeId", "=", person.user._id)
        .execute();
      for (const { status } of ends) seen.set(status, (seen.get(status) ?? 0) + 1);
    }),
    { numRuns: 25, seed: 2026 },
  );
  // The histories reach every final status of a booking.
  expect([...seen.keys()].sort()).toEqual(
    expect.arrayContaining(["cancelled", "completed", "no_show_interviewee", "no_show_interviewer"]),
  );
});
