import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { insertCredits, insertUsers, signIn } from "../../bench/seed.ts";
import { isDatabaseUnavailable } from "../../server/kernel/db/database-errors.ts";
import { inTransaction } from "../../server/kernel/db/transaction.ts";
import { AppError } from "../../server/kernel/errors.ts";
import { refundInTransaction } from "../../server/money/payments/refund.ts";
import { importVisits } from "../../server/room/record/import-interview.ts";
import type { TestBed } from "./test-bed.ts";

/** A generator of pseudo-random choices (mulberry32): the same seed gives the same choices on every machine. */
export interface Random {
  /** 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from 0 up to, but not including, `end`. */
  below(end: number): number;
  /** Undefined when the list is empty. */
  pick<T>(values: readonly T[]): T | undefined;
  chance(probability: number): boolean;
  /** A generator whose choices do not depend on how often this one is used. */
  fork(name: string | number): Random;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const random: Random = {
    next() {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    },
    below: (end) => Math.floor(random.next() * end),
    pick: (values) => values[random.below(values.length)],
    chance: (probability) => random.next() < probability,
    fork: (name) => createRandom(hash(`${seed} ${name}`)),
  };
  return random;
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}

export interface Answer {
  /** 0 when no answer came. */
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: any answer is read, and checked where it matters
  body: any;
  /** The body as it arrived. */
  text: string;
  milliseconds: number;
}

export interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  /** How long an answer may take. */
  timeoutMilliseconds?: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** One call of the API. Never rejects: a lost connection is an answer with status 0. */
export function call(
  base: string,
  method: string,
  path: string,
  { token, body, headers = {}, timeoutMilliseconds = 60_000 }: CallOptions = {},
): Promise<Answer> {
  const sentAt = performance.now();
  const isRaw = typeof body === "string" || Buffer.isBuffer(body);
  const content = body === undefined ? undefined : isRaw ? body : JSON.stringify(body);
  return new Promise((resolve) => {
    const end = (status: number, text: string) =>
      resolve({ status, text, body: parse(text), milliseconds: performance.now() - sentAt });
    const sent = request(
      base + path,
      {
        method,
        agent,
        timeout: timeoutMilliseconds,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(content === undefined
            ? {}
            : { "content-type": "application/json", "content-length": Buffer.byteLength(content) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => end(response.statusCode ?? 0, Buffer.concat(chunks).toString("utf8")));
        response.on("error", (error) => end(0, error.message));
      },
    );
    sent.on("error", (error) => end(0, error.message));
    sent.on("timeout", () => sent.destroy(new Error(`no answer within ${timeoutMilliseconds} ms`)));
    sent.end(content);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // Not every answer is JSON: PDFs, calendars, and a lost connection's message.
  }
}

/** The value that `share` of the numbers do not exceed, 0 without any. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Ids of the changes that the API acknowledged. */
export interface Acknowledged {
  booked: Set<string>;
  canceled: Set<string>;
  offered: Set<string>;
  rated: Set<string>;
}

/** Counts answers, and keeps those that a server must never give. */
export interface Tally {
  add(route: string, answer: Answer): void;
  count: number;
  acknowledged: Acknowledged;
  /** Examples of answers of 500 and above, and of lost connections, by route and status. */
  failures: Map<string, { count: number; example: string }>;
  /** How many answers had each status, as `200: 12, 409: 3`. */
  statuses(): string;
  p99(): number;
}

export function createTally(): Tally {
  const statuses = new Map<number, number>();
  const times: number[] = [];
  const tally: Tally = {
    count: 0,
    acknowledged: { booked: new Set(), canceled: new Set(), offered: new Set(), rated: new Set() },
    failures: new Map(),
    add(route, { status, body, text, milliseconds }) {
      tally.count += 1;
      times.push(milliseconds);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      acknowledge(tally.acknowledged, route, { status, body });
      if (status !== 0 && status < 500) return;
      const key = `${status} ${route}`;
      const known = tally.failures.get(key);
      if (known === undefined) tally.failures.set(key, { count: 1, example: text.slice(0, 200) });
      else known.count += 1;
    },
    statuses: () =>
      [...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count}`)
        .join(", "),
    p99: () => Math.round(percentile(times, 0.99)),
  };
  return tally;
}

function acknowledge(
  acknowledged: Acknowledged,
  route: string,
  { status, body }: Pick<Answer, "status" | "body">,
) {
  if (status === 201 && route === "POST /api/user/bookings") acknowledged.booked.add(body._id);
  if (status === 201 && route === "POST /api/interviewer/availability") acknowledged.offered.add(body._id);
  if (status === 201 && route === "POST /api/user/feedback") acknowledged.rated.add(body._id);
  if (status === 200 && /bookings\/:id\/cancel$/.test(route)) acknowledged.canceled.add(body.booking._id);
}

/** A sentence for each kind of failure. */
export function describeFailures({ failures }: Tally): string[] {
  return [...failures].map(([key, { count, example }]) => `${count} × ${key}: ${example}`);
}

export interface Person {
  id: string;
  token: string;
}

export interface People {
  interviewers: Person[];
  interviewees: Person[];
}

/** Signed-in people without slots; each interviewee has `credits`. */
export async function createPeople(
  { pool }: Pick<TestBed, "pool">,
  sizes: { interviewers: number; interviewees: number; credits: number },
): Promise<People> {
  const create = async (role: string, count: number): Promise<Person[]> => {
    const ids = await insertUsers(pool, role, count);
    const tokens = await signIn(pool, ids);
    return ids.map((id, index) => ({ id, token: tokens[index] ?? "" }));
  };
  const people = {
    interviewers: await create("interviewer", sizes.interviewers),
    interviewees: await create("interviewee", sizes.interviewees),
  };
  await insertCredits(pool, { credits: sizes.credits, userIds: people.interviewees.map(({ id }) => id) });
  // PostgreSQL would plan as if the tables stayed as empty as they were.
  await pool.query("vacuum analyze users, auth_sessions, credits, credit_lots, credit_accounts");
  return people;
}

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
  unclear: { asks: "took-place" | "reason" | null } | null;
}

async function chooseBooking(world: LoadContext, me: Person, random: Random, path: string, action: string) {
  const bookings = (await list(world, me, path)) as unknown as Listed[];
  const fitting = bookings.filter(({ allowedActions }) => allowedActions.includes(action));
  // Includes bookings that do not allow it, because a page may be outdated.
  return random.pick(random.chance(0.9) ? fitting : bookings);
}

/** Does one thing about a booking of a list, which needs this allowed action. */
const aboutBooking =
  (
    path: string,
    action: string,
    request: (booking: Listed, random: Random) => [path: string, body?: object],
  ): Action =>
  async (world, me, random) => {
    const booking = await chooseBooking(world, me, random, path, action);
    if (booking === undefined) return;
    const [to, body] = request(booking, random);
    await send(world, me, "POST", to, { body });
  };

const cancel = aboutBooking("/api/user/bookings", "cancel", ({ _id }) => [
  `/api/user/bookings/${_id}/cancel`,
  {},
]);

const move: Action = async (world, me, random) => {
  const booking = await chooseBooking(world, me, random, "/api/user/bookings", "reschedule");
  const body = await chooseSlot(world, me, random);
  if (booking !== undefined && body !== undefined)
    await send(world, me, "POST", `/api/user/bookings/${booking._id}/reschedule`, { body });
};

const heldSessions = "/api/user/sessions?limit=50";
const rate = aboutBooking(heldSessions, "give-feedback", ({ _id, interviewerId }, random) => [
  "/api/user/feedback",
  {
    bookingId: _id,
    interviewerId: interviewerId?._id,
    interviewScore: 1 + random.below(5),
    overallSummary: "Clear questions.",
  },
]);
const reportInterviewer = aboutBooking(heldSessions, "report-no-show", ({ _id }) => [
  `/api/bookings/${_id}/no-show`,
]);
const holdInterview: Action = async (world, me, random) => {
  const booking = await chooseBooking(world, me, random, "/api/user/bookings", "join");
  if (booking === undefined) return;
  await send(world, me, "POST", `/api/rooms/${booking._id}/presence`);
  // Nobody waits for the three quarters of an hour that both then are in the room.
  const from = new Date(booking.startTime);
  const people = [me.id, booking.interviewerId?._id ?? me.id];
  const visits = people.map((personId) => ({ personId, from, to: addMinutes(from, 45) }));
  await importVisits(world.testBed.deps, booking._id, visits).catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) throw error;
  });
};

/** Answers whether an interview took place of which the room's record does not tell. */
const answerUnclear =
  (path: string): Action =>
  async (world, me, random) => {
    const bookings = (await list(world, me, path)) as unknown as Listed[];
    // Both lists begin with the soonest, so that both parties often answer about the same one.
    const booking = bookings.find(({ unclear }) => unclear?.asks === "took-place");
    const body = { tookPlace: random.chance(0.9) };
    if (booking !== undefined)
      await send(world, me, "POST", `/api/bookings/${booking._id}/took-place`, { body });
  };

/** Holds a slot for a purchase; sometimes lets it go again, as by another tab. */
async function holdSlot(world: LoadContext, me: Person, random: Random): Promise<{ slotId?: string }> {
  // All of them want the first slots.
  const slot = random.pick(await list(world, me, `/api/user/slots?limit=${shownSlots}`));
  if (slot === undefined) return {};
  const slotId: string = slot._id ?? "";
  const { status } = await send(world, me, "POST", "/api/user/slot-hold", { body: { slotId } });
  if (random.chance(0.1)) await send(world, me, "DELETE", "/api/user/slot-hold");
  await send(world, me, "GET", `/api/slots/${slotId}`);
  return status === 201 ? { slotId } : {};
}

const buy: Action = async (world, me, random) => {
  const planType = random.pick(["Basic", "Pro", "Premium"]) ?? "Basic";
  const { status, body: quote } = await send(world, me, "POST", "/api/user/purchase-plan", {
    body: { planType },
  });
  if (status !== 200) return;
  const { newPrice } = quote;
  const slot = random.chance(0.5) ? await holdSlot(world, me, random) : {};
  const order = await send(world, me, "POST", "/api/payment/create-order", {
    body: { planType, newPrice, amount: newPrice, ...slot },
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

const callOff = aboutBooking("/api/interviewer/bookings", "cancel", ({ _id }) => [
  `/api/interviewer/bookings/${_id}/cancel`,
]);
const complete = aboutBooking("/api/interviewer/bookings", "end-now", ({ _id }) => [
  `/api/interviewer/bookings/${_id}/complete`,
  { reason: "The line broke" },
]);

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
    [8, holdInterview],
    [8, reportInterviewer],
    [12, answerUnclear("/api/user/bookings")],
    [2, (world, _me, random) => refund(world, random)],
  ],
  interviewers: [
    [44, addSlot],
    [12, deleteSlot],
    [6, changeRules],
    [4, callOff],
    [16, complete],
    [12, reportInterviewee],
    [20, answerUnclear("/api/interviewer/bookings")],
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
