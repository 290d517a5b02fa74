import { addMinutes, slotMinutes } from "@greenroom/contract/kernel/time.ts";
import fc from "fast-check";
import { expect } from "vitest";
import { recordInterview } from "../server/schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../server/schedule/bookings/end.ts";
import type { ApiResponse, SignedUpUser, TestApp } from "../server/testing/app.ts";
import { buy } from "../server/testing/purchases.ts";

/* The expected state, without a database: people with credits, slots and bookings in plain objects. */

/** The default of GREENROOM_CANCEL_NOTICE_HOURS. */
const noticeHours = 12;

export type Status = "pending" | "completed" | "cancelled" | "no_show_interviewer";

export interface ModelBooking {
  id: string;
  person: number;
  interviewer: number;
  startsAt: Date;
  status: Status;
  isRated: boolean;
}

export interface ModelSlot {
  id: string;
  interviewer: number;
  startsAt: Date;
  isBooked: boolean;
}

export class Model {
  now: Date;
  readonly balances: number[];
  slots: ModelSlot[] = [];
  readonly bookings: ModelBooking[] = [];

  constructor(now: Date, people: number) {
    this.now = now;
    this.balances = Array.from({ length: people }, () => 0);
  }

  findSlot(interviewer: number, startsAt: Date): ModelSlot | undefined {
    return this.slots.find((slot) => slot.interviewer === interviewer && isSame(slot.startsAt, startsAt));
  }

  mayOffer(interviewer: number, startsAt: Date): boolean {
    const overlaps = this.slots.some(
      (slot) => slot.interviewer === interviewer && overlap(slot.startsAt, startsAt),
    );
    return startsAt > this.now && !overlaps;
  }

  /** `besides`: the booking that is moved, which does not conflict with itself. */
  isFree(person: number, startsAt: Date, besides?: ModelBooking): boolean {
    return !this.bookings.some(
      (booking) =>
        booking !== besides &&
        booking.person === person &&
        booking.status !== "cancelled" &&
        overlap(booking.startsAt, startsAt),
    );
  }

  mayTake(person: number, slot: ModelSlot | undefined, besides?: ModelBooking): slot is ModelSlot {
    return (
      slot !== undefined &&
      !slot.isBooked &&
      slot.startsAt > this.now &&
      this.isFree(person, slot.startsAt, besides)
    );
  }

  isInTime({ startsAt }: ModelBooking): boolean {
    return this.now <= addMinutes(startsAt, -60 * noticeHours);
  }

  isOver({ startsAt }: ModelBooking): boolean {
    return addMinutes(startsAt, slotMinutes) <= this.now;
  }

  slotOf({ interviewer, startsAt }: ModelBooking): ModelSlot {
    const slot = this.findSlot(interviewer, startsAt);
    if (slot === undefined) throw new Error("a booking of the model has no slot");
    return slot;
  }

  remove(slot: ModelSlot): void {
    this.slots = this.slots.filter((other) => other !== slot);
  }

  /** Returns the interviews that both people hold meanwhile. */
  wait(hours: number): ModelBooking[] {
    this.now = addMinutes(this.now, 60 * hours);
    const held = this.bookings.filter((booking) => booking.status === "pending" && this.isOver(booking));
    for (const booking of held) booking.status = "completed";
    return held;
  }
}

function isSame(a: Date, b: Date): boolean {
  return a.getTime() === b.getTime();
}

function overlap(a: Date, b: Date): boolean {
  return Math.abs(a.getTime() - b.getTime()) < slotMinutes * 60_000;
}

/* Each command is called through the API; the model says whether it must succeed, and what changes then. */

export interface Real {
  app: TestApp;
  people: SignedUpUser[];
  interviewers: SignedUpUser[];
}

const person = fc.nat(1);
const interviewer = fc.nat(1);
const halfHours = fc.integer({ min: -1, max: 60 });
const which = fc.nat(20);

/** A command with random inputs. After each, everything that the API shows must be what the model says. */
function command<Input>(
  name: string,
  inputs: fc.Arbitrary<Input>,
  run: (input: Input, model: Model, real: Real) => Promise<void>,
): fc.Arbitrary<fc.AsyncCommand<Model, Real>> {
  return inputs.map((input) => ({
    check: () => true,
    async run(model, real) {
      await run(input, model, real);
      await compare(model, real);
    },
    toString: () => `${name}(${JSON.stringify(input)})`,
  }));
}

/** A command about a random booking; without one it does nothing. */
function onBooking(
  name: string,
  run: (booking: ModelBooking, model: Model, real: Real) => Promise<void>,
): fc.Arbitrary<fc.AsyncCommand<Model, Real>> {
  return command(name, fc.record({ which }), async (input, model, real) => {
    const booking = pick(model.bookings, input.which);
    if (booking !== undefined) await run(booking, model, real);
  });
}

/** The call must succeed exactly when the model says so. */
function expectOutcome({ status, body }: ApiResponse, mustSucceed: boolean): void {
  const outcome = `${status} ${JSON.stringify(body)}`;
  if (mustSucceed) expect(outcome).toMatch(/^20[01] /);
  else expect(outcome).toMatch(/^4\d\d /);
}

/** A whole or half hour from the model's present on. */
function startAt({ now }: Model, halfHours: number): Date {
  const half = 1_800_000;
  return new Date(Math.floor(now.getTime() / half) * half + halfHours * half);
}

async function compare(model: Model, { app, people, interviewers }: Real): Promise<void> {
  for (const [index, { token }] of people.entries()) {
    const { body } = await app.call("GET", "/api/user/profile", { token });
    expect([index, body.sessionCount]).toEqual([index, model.balances[index]]);
    const sessions = await app.call("GET", "/api/user/sessions", { token });
    const shown = (sessions.body as { _id: string; status: string; startTime: string }[])
      .map(({ _id, status, startTime }) => `${_id} ${status} ${new Date(startTime).toISOString()}`)
      .sort();
    const expected = model.bookings
      .filter(({ person }) => person === index)
      .map(({ id, status, startsAt }) => `${id} ${status} ${startsAt.toISOString()}`)
      .sort();
    expect(shown).toEqual(expected);
  }
  const { body } = await app.call("GET", "/api/user/slots?limit=1000", { token: people[0]?.token });
  const ours = new Set(interviewers.map(({ user }) => user._id));
  const shown = (body as { _id: string; interviewerId: { _id: string } }[])
    .filter(({ interviewerId }) => ours.has(interviewerId._id))
    .map(({ _id }) => _id)
    .sort();
  const open = model.slots.filter(({ isBooked, startsAt }) => !isBooked && startsAt > model.now);
  expect(shown).toEqual(open.map(({ id }) => id).sort());
}

function pick<T>(list: readonly T[], which: number): T | undefined {
  return list[which % Math.max(1, list.length)];
}

const purchase = command(
  "buy",
  fc.record({ person, plan: fc.constantFrom("Basic", "Pro") }),
  async (input, model, { app, people }) => {
    await buy(app, people[input.person] as SignedUpUser, input.plan);
    model.balances[input.person] = (model.balances[input.person] ?? 0) + (input.plan === "Basic" ? 1 : 3);
  },
);

const offer = command(
  "offer",
  fc.record({ interviewer, halfHours }),
  async (input, model, { app, interviewers }) => {
    const startsAt = startAt(model, input.halfHours);
    const mustSucceed = model.mayOffer(input.interviewer, startsAt);
    const answer = await app.call("POST", "/api/interviewer/availability", {
      token: interviewers[input.interviewer]?.token,
      body: { slotTime: startsAt.toISOString() },
    });
    expectOutcome(answer, mustSucceed);
    if (mustSucceed)
      model.slots.push({ id: answer.body._id, interviewer: input.interviewer, startsAt, isBooked: false });
  },
);

const withdraw = command("withdraw", fc.record({ which }), async (input, model, { app, interviewers }) => {
  const slot = pick(model.slots, input.which);
  if (slot === undefined) return;
  const path = `/api/interviewer/availability/${slot.id}`;
  const answer = await app.call("DELETE", path, { token: interviewers[slot.interviewer]?.token });
  expectOutcome(answer, !slot.isBooked);
  if (!slot.isBooked) model.remove(slot);
});

const book = command(
  "book",
  fc.record({ person, which, isAnyTime: fc.boolean(), interviewer, halfHours }),
  async (input, model, { app, people, interviewers }) => {
    // Mostly a slot that exists, booked or not.
    const chosen = input.isAnyTime ? undefined : pick(model.slots, input.which);
    const target = chosen ?? { interviewer: input.interviewer, startsAt: startAt(model, input.halfHours) };
    const slot = model.findSlot(target.interviewer, target.startsAt);
    const balance = model.balances[input.person] ?? 0;
    const mustSucceed = balance > 0 && model.mayTake(input.person, slot);
    const answer = await app.call("POST", "/api/user/bookings", {
      token: people[input.person]?.token,
      body: {
        startTime: target.startsAt.toISOString(),
        interviewerId: interviewers[target.interviewer]?.user._id,
      },
    });
    expectOutcome(answer, mustSucceed);
    if (!mustSucceed || slot === undefined) return;
    slot.isBooked = true;
    model.balances[input.person] = balance - 1;
    model.bookings.push({
      id: answer.body._id,
      person: input.person,
      interviewer: slot.interviewer,
      startsAt: slot.startsAt,
      status: "pending",
      isRated: false,
    });
  },
);

function returnCredit(model: Model, { person: owner }: ModelBooking): void {
  model.balances[owner] = (model.balances[owner] ?? 0) + 1;
}

const cancel = onBooking("cancel", async (booking, model, { app, people }) => {
  const mustSucceed = booking.status === "pending" && model.now < booking.startsAt;
  const path = `/api/user/bookings/${booking.id}/cancel`;
  const answer = await app.call("POST", path, { token: people[booking.person]?.token, body: {} });
  expectOutcome(answer, mustSucceed);
  if (!mustSucceed) return;
  const slot = model.slotOf(booking);
  booking.status = "cancelled";
  if (model.isInTime(booking)) {
    returnCredit(model, booking);
    slot.isBooked = false;
  } else model.remove(slot);
});

const callOff = onBooking("callOff", async (booking, model, { app, interviewers }) => {
  const mustSucceed = booking.status === "pending" && !model.isOver(booking);
  const path = `/api/interviewer/bookings/${booking.id}/cancel`;
  const answer = await app.call("POST", path, { token: interviewers[booking.interviewer]?.token });
  expectOutcome(answer, mustSucceed);
  if (!mustSucceed) return;
  if (booking.startsAt <= model.now) {
    booking.status = "no_show_interviewer";
  } else {
    model.remove(model.slotOf(booking));
    booking.status = "cancelled";
  }
  returnCredit(model, booking);
});

const move = command(
  "move",
  fc.record({ which, slot: fc.nat(20) }),
  async (input, model, { app, people, interviewers }) => {
    const booking = pick(model.bookings, input.which);
    const target = pick(model.slots, input.slot);
    if (booking === undefined || target === undefined) return;
    const mustSucceed =
      booking.status === "pending" &&
      model.now < booking.startsAt &&
      model.isInTime(booking) &&
      model.mayTake(booking.person, target, booking);
    const answer = await app.call("POST", `/api/user/bookings/${booking.id}/reschedule`, {
      token: people[booking.person]?.token,
      body: {
        startTime: target.startsAt.toISOString(),
        interviewerId: interviewers[target.interviewer]?.user._id,
      },
    });
    expectOutcome(answer, mustSucceed);
    if (!mustSucceed) return;
    model.slotOf(booking).isBooked = false;
    target.isBooked = true;
    Object.assign(booking, { interviewer: target.interviewer, startsAt: target.startsAt });
  },
);

const end = onBooking("end", async (booking, model, { app, interviewers }) => {
  // Ending it again changes nothing.
  const mustSucceed =
    booking.status === "completed" || (booking.status === "pending" && booking.startsAt <= model.now);
  if (mustSucceed) await recordInterview(app, booking.id);
  const path = `/api/interviewer/bookings/${booking.id}/complete`;
  const answer = await app.call("POST", path, { token: interviewers[booking.interviewer]?.token });
  expectOutcome(answer, mustSucceed);
  if (mustSucceed) booking.status = "completed";
});

const rate = onBooking("rate", async (booking, _model, { app, people, interviewers }) => {
  const mustSucceed = booking.status === "completed" && !booking.isRated;
  const answer = await app.call("POST", "/api/user/feedback", {
    token: people[booking.person]?.token,
    body: {
      bookingId: booking.id,
      interviewerId: interviewers[booking.interviewer]?.user._id,
      interviewScore: 4,
      overallSummary: "Clear.",
    },
  });
  expectOutcome(answer, mustSucceed);
  if (mustSucceed) booking.isRated = true;
});

const wait = command("wait", fc.constantFrom(0.5, 1, 5, 13, 30), async (hours, model, { app }) => {
  app.clock.set(addMinutes(app.clock.now(), 60 * hours));
  for (const { id } of model.wait(hours)) await recordInterview(app, id);
  await completeDueBookings(app.deps);
});

/** Offers and bookings are more frequent than the rest, because the other commands need them. */
export const commands = [
  purchase,
  purchase,
  offer,
  offer,
  offer,
  book,
  book,
  book,
  book,
  move,
  cancel,
  callOff,
  withdraw,
  end,
  rate,
  wait,
];
