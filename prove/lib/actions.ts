import { randomUUID } from "node:crypto";
import { isDatabaseUnavailable } from "../../server/kernel/db/clients/is-unavailable.ts";
import { inTransaction } from "../../server/kernel/db/transaction.ts";
import { AppError } from "../../server/kernel/errors.ts";
import { refundInTransaction } from "../../server/money/payments/refunds/refund-payment.ts";
import { type Answer, type CallOptions, call } from "./call.ts";
import type { People, Person } from "./people.ts";
import type { Random } from "./random.ts";
import type { TestBed } from "./test-bed.ts";

/* People's actions, of one or a few calls each, chosen at random from the options that they have at that
   moment. */

export interface LoadContext {
  testBed: TestBed;
  people: People;
  /** Returns the address of the server for the next call. */
  base(): string;
  /** Called with every answer. */
  onAnswer(route: string, answer: Answer): void;
  /** Called with a sentence for a violation that only the answers to one person show. */
  onViolation(sentence: string): void;
  /** Pays an order. Returns the checkout's result for the page; null if there is none. */
  pay(orderId: string, random: Random): Promise<Record<string, string> | null>;
}

type Action = (world: LoadContext, me: Person, random: Random) => Promise<void>;

async function send(
  world: LoadContext,
  me: Person,
  method: string,
  path: string,
  options: Omit<CallOptions, "token"> = {},
): Promise<Answer> {
  const answer = await call(world.base(), method, path, { token: me.token, ...options });
  const route = path.replace(/\?.*/, "").replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ":id");
  world.onAnswer(`${method} ${route}`, answer);
  return answer;
}

/** The rows of a list; empty if the call failed. */
async function list(world: LoadContext, me: Person, path: string): Promise<Record<string, never>[]> {
  const { status, body } = await send(world, me, "GET", path);
  return status === 200 && Array.isArray(body) ? body : [];
}

const shownSlots = 12;

async function chooseSlot(world: LoadContext, me: Person, random: Random) {
  const from = new Date(world.testBed.clock.now().getTime() + random.below(6) * 3_600_000).toISOString();
  const slots = await list(world, me, `/api/user/slots?limit=${shownSlots}&from=${from}`);
  const slot = random.pick(slots) as { slotTime: string; interviewerId: { _id: string } } | undefined;
  return slot && { startTime: slot.slotTime, interviewerId: slot.interviewerId._id };
}

const book: Action = async (world, me, random) => {
  const body = await chooseSlot(world, me, random);
  if (body === undefined) return;
  const headers = { "idempotency-key": randomUUID() };
  // A page that lost the answer sends the same request again; both together must make one booking.
  const times = random.chance(0.2) ? 2 : 1;
  const answers = await Promise.all(
    Array.from({ length: times }, () => send(world, me, "POST", "/api/user/bookings", { body, headers })),
  );
  const made = new Set(answers.filter(({ status }) => status === 201).map((answer) => answer.body._id));
  if (made.size > 1)
    world.onViolation(`one Idempotency-Key made ${made.size} bookings: ${[...made].join(", ")}`);
  // As the page does: the worker announces the booking at the same moment.
  const [bookingId] = made;
  if (bookingId !== undefined)
    await send(world, me, "POST", "/api/meeting/create", { body: { bookingId, startTime: body.startTime } });
};

interface Listed {
  _id: string;
  status: string;
  startTime: string;
  allowedActions: string[];
  interviewerId?: { _id: string };
}

async function chooseBooking(world: LoadContext, me: Person, random: Random, path: string, action: string) {
  const bookings = (await list(world, me, path)) as unknown as Listed[];
  const fitting = bookings.filter(({ allowedActions }) => allowedActions.includes(action));
  // Includes bookings that do not allow it, because a page may be outdated.
  return random.pick(random.chance(0.9) ? fitting : bookings);
}

const cancel: Action = async (world, me, random) => {
  const booking = await chooseBooking(world, me, random, "/api/user/bookings", "cancel");
  if (booking !== undefined)
    await send(world, me, "POST", `/api/user/bookings/${booking._id}/cancel`, { body: {} });
};

const move: Action = async (world, me, random) => {
  const booking = await chooseBooking(world, me, random, "/api/user/bookings", "reschedule");
  const body = await chooseSlot(world, me, random);
  if (booking !== undefined && body !== undefined)
    await send(world, me, "POST", `/api/user/bookings/${booking._id}/reschedule`, { body });
};

const rate: Action = async (world, me, random) => {
  const booking = await chooseBooking(world, me, random, "/api/user/sessions?limit=50", "give-feedback");
  if (booking === undefined) return;
  const body = {
    bookingId: booking._id,
    interviewerId: booking.interviewerId?._id,
    interviewScore: 1 + random.below(5),
    overallSummary: "Clear questions.",
  };
  await send(world, me, "POST", "/api/user/feedback", { body });
};

const reportInterviewer: Action = async (world, me, random) => {
  const booking = await chooseBooking(world, me, random, "/api/user/sessions?limit=50", "report-no-show");
  if (booking !== undefined) await send(world, me, "POST", `/api/bookings/${booking._id}/no-show`);
};

const enterRoom: Action = async (world, me, random) => {
  const booking = await chooseBooking(world, me, random, "/api/user/bookings", "join");
  if (booking !== undefined) await send(world, me, "POST", `/api/rooms/${booking._id}/presence`);
};

const buy: Action = async (world, me, random) => {
  const planType = random.pick(["Basic", "Pro", "Premium"]) ?? "Basic";
  const { status, body: quote } = await send(world, me, "POST", "/api/user/purchase-plan", {
    body: { planType },
  });
  if (status !== 200) return;
  const { newPrice } = quote;
  const order = await send(world, me, "POST", "/api/payment/create-order", {
    body: { planType, newPrice, amount: newPrice },
  });
  if (order.status !== 200) return;
  const callback = await world.pay(order.body.id, random);
  if (callback === null) return;
  const times = random.chance(0.2) ? 2 : 1;
  const body = { ...callback, planType, newPrice };
  await Promise.all(
    Array.from({ length: times }, () => send(world, me, "POST", "/api/payment/verify-payment", { body })),
  );
};

const addSlot: Action = async (world, me, random) => {
  const now = world.testBed.clock.now().getTime();
  const slotTime = new Date((Math.floor(now / 900_000) + 1 + random.below(160)) * 900_000).toISOString();
  await send(world, me, "POST", "/api/interviewer/availability", { body: { slotTime } });
};

const deleteSlot: Action = async (world, me, random) => {
  const slot = random.pick(await list(world, me, "/api/interviewer/availability"));
  if (slot !== undefined) await send(world, me, "DELETE", `/api/interviewer/availability/${slot._id}`);
};

const changeRules: Action = async (world, me, random) => {
  const rules = await list(world, me, "/api/interviewer/weekly-rules");
  const rule = random.pick(rules);
  const hour = 6 + random.below(12);
  const pad = (number: number) => String(number).padStart(2, "0");
  const body = {
    weekdays: [1 + random.below(7)],
    windows: [{ from: `${pad(hour)}:00`, to: `${pad(hour + 2)}:00` }],
    timeZone: random.pick(["Asia/Kolkata", "Europe/London", "America/New_York", "Australia/Lord_Howe"]),
    startsOn: world.testBed.clock.now().toISOString().slice(0, 10),
    endsOn: null,
    exceptions: [],
    minimumNoticeHours: random.below(5),
    mostPerDay: null,
  };
  if (rule === undefined || (rules.length < 3 && random.chance(0.5)))
    await send(world, me, "POST", "/api/interviewer/weekly-rules", { body });
  else if (random.chance(0.5))
    await send(world, me, "PUT", `/api/interviewer/weekly-rules/${rule._id}`, { body });
  else await send(world, me, "DELETE", `/api/interviewer/weekly-rules/${rule._id}`);
};

const callOff: Action = async (world, me, random) => {
  const booking = await chooseBooking(world, me, random, "/api/interviewer/bookings", "cancel");
  if (booking !== undefined) await send(world, me, "POST", `/api/interviewer/bookings/${booking._id}/cancel`);
};

const complete: Action = async (world, me, random) => {
  const booking = await chooseBooking(world, me, random, "/api/interviewer/bookings", "end-now");
  if (booking !== undefined)
    await send(world, me, "POST", `/api/interviewer/bookings/${booking._id}/complete`, {
      body: { reason: "The line broke" },
    });
};

const reportInterviewee: Action = async (world, me, random) => {
  const path = random.chance(0.5) ? "/api/interviewer/bookings" : "/api/interviewer/history?limit=50";
  const booking = await chooseBooking(world, me, random, path, "report-no-show");
  if (booking === undefined) return;
  // The interviewer who waited in the room is paid.
  if (random.chance(0.5)) await send(world, me, "POST", `/api/rooms/${booking._id}/presence`);
  await send(world, me, "POST", `/api/bookings/${booking._id}/no-show`);
};

/** As the operator's desk does, which fails when the database is away. */
async function refund({ testBed: { pool, deps } }: LoadContext, random: Random): Promise<void> {
  try {
    const { rows } = await pool.query<{ id: string }>("select id from payments order by captured_at, id");
    const payment = random.pick(rows);
    if (payment === undefined) return;
    const sessions = random.chance(0.5) ? ("all" as const) : 1;
    const refund = { paymentId: payment.id, sessions, reason: "A drill", actor: "system" } as const;
    await inTransaction(deps.database, (tx) => refundInTransaction(deps, tx, refund));
  } catch (error) {
    // Too few credits are left, or the database was killed; any other error is a finding.
    const isExpected =
      (error instanceof AppError && error.code === "conflict") || isDatabaseUnavailable(error);
    if (!isExpected) throw error;
  }
}

/** Actions with how often each is chosen, in relation to the others. */
const byRole: Record<keyof People, [number, Action][]> = {
  interviewees: [
    [40, book],
    [5, cancel],
    [8, move],
    [10, buy],
    [12, rate],
    [8, enterRoom],
    [8, reportInterviewer],
    [2, (world, _me, random) => refund(world, random)],
  ],
  interviewers: [
    [44, addSlot],
    [12, deleteSlot],
    [6, changeRules],
    [4, callOff],
    [16, complete],
    [12, reportInterviewee],
  ],
};

/** Does one thing as this person, or sometimes as somebody else of their role: two tabs of one account. */
export async function act(
  world: LoadContext,
  role: keyof People,
  index: number,
  random: Random,
): Promise<void> {
  const others = world.people[role];
  const me = random.chance(0.8) ? others[index % others.length] : random.pick(others);
  const actions = byRole[role];
  let at = random.below(actions.reduce((sum, [weight]) => sum + weight, 0));
  for (const [weight, action] of actions) {
    at -= weight;
    if (at < 0) return await action(world, me as Person, random);
  }
}
