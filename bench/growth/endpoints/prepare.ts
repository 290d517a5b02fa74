import { addMinutes } from "@greenroom/contract/core/time.ts";
import type pg from "pg";
import { type Answer, call } from "../../../prove/lib/call.ts";
import type { Person } from "../../../prove/lib/people.ts";
import type { Random } from "../../../prove/lib/random.ts";
import { hashOneTimeCode } from "../../../server/domains/accounts/codes/one-time-codes.ts";
import type { Who } from "../../../server/testing/access-table.ts";
import { insertCredits, insertUsers, signIn } from "../../seed.ts";
import type { EndpointBed } from "./open-bed.ts";

/* Helpers that several preparations use. */

export interface PreparedRequest {
  who: Who;
  /** Of somebody who is none of the callers. */
  token?: string;
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Makes the state that one call needs, through the API where it can, and returns a request for it. */
export type Preparation = (bed: EndpointBed, random: Random) => Promise<PreparedRequest>;

export async function send(
  bed: EndpointBed,
  who: Who,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer["body"]> {
  return await sendAs(bed, bed.callers[who]?.token, method, path, body, headers);
}

/** The same as somebody who is none of the callers. */
export async function sendAs(
  { url }: EndpointBed,
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer["body"]> {
  const answer = await call(url, method, path, { token, body, headers });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

export async function sendFormAs(
  bed: EndpointBed,
  token: string | undefined,
  path: string,
  form: FormData,
): Promise<void> {
  const { body, headers } = await encodeForm(form);
  await sendAs(bed, token, "POST", path, body, headers);
}

/** A form with a file as a browser sends it. */
export async function encodeForm(form: FormData): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const encoded = new Response(form);
  const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
  return { body: Buffer.from(await encoded.arrayBuffer()), headers };
}

/** Previews an action of the desk as its owner, and confirms it. */
export async function confirm(bed: EndpointBed, path: string, body: object): Promise<Answer["body"]> {
  const { version, typedConfirmation } = await send(bed, "operator", "POST", `${path}/preview`, body);
  const typed = typedConfirmation === null ? {} : { typed: typedConfirmation };
  return await send(bed, "operator", "POST", path, { ...body, reason: "A reason", version, ...typed });
}

export function idOf({ callers }: EndpointBed, who: Who): string {
  return callers[who]?.id ?? "";
}

export async function emailOf(bed: EndpointBed, who: Who): Promise<string> {
  return await emailOfPerson(bed, idOf(bed, who));
}

export async function emailOfPerson({ pool }: EndpointBed, id: string): Promise<string> {
  const { rows } = await pool.query<{ email: string }>("select email from users where id = $1", [id]);
  return rows[0]?.email ?? "";
}

/** A person who has just signed up. */
export async function createPerson(
  { pool }: EndpointBed,
  random: Random,
  role: "interviewee" | "interviewer" = "interviewee",
): Promise<Person> {
  const [id = ""] = await insertUsers(pool, `person${runName}x${random.below(2 ** 31)}n`, 1, role);
  const [token = ""] = await signIn(pool, [id]);
  return { id, token };
}

/** The same bed with other people, so that nothing that earlier calls left is in the way. */
export async function withNewPair(bed: EndpointBed, random: Random): Promise<EndpointBed> {
  const interviewee = await createPerson(bed, random);
  const interviewer = await createPerson(bed, random, "interviewer");
  return { ...bed, callers: { ...bed.callers, interviewee, interviewer } };
}

/** The offered hours, from three days ahead: later than every notice period. */
const offerHours = { first: 72, last: 50 * 24 };
/** An hour may be taken by another slot or a day off. */
const mostTries = 300;
const offered = new WeakMap<EndpointBed, number>();

/** Offers a slot at the next free hour. */
export async function offerSlot(bed: EndpointBed): Promise<{ _id: string; startTime: string }> {
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  let refusal = "";
  for (let tries = 0; tries < mostTries; tries += 1) {
    const next = offered.get(bed) ?? offerHours.first;
    offered.set(bed, next < offerHours.last ? next + 1 : offerHours.first);
    const slotTime = addMinutes(new Date(hour), 60 * next).toISOString();
    const path = "/api/interviewer/availability";
    const { token } = bed.callers.interviewer ?? {};
    const { status, body } = await call(bed.url, "POST", path, { token, body: { slotTime } });
    if (status === 201) return { _id: body._id, startTime: slotTime };
    refusal = `${status} ${body?.msg}`;
    if (tries === 0) await endDaysOff(bed);
  }
  throw new Error(`no hour is free: ${refusal}`);
}

/** Earlier calls take off any days, up to all of them. */
async function endDaysOff(bed: EndpointBed): Promise<void> {
  await bed.pool.query("delete from time_off where interviewer_id = $1 and id <> $2", [
    idOf(bed, "interviewer"),
    bed.records.timeOffId,
  ]);
}

export async function book(bed: EndpointBed): Promise<{ _id: string; startTime: string }> {
  const { startTime } = await offerSlot(bed);
  const interviewerId = idOf(bed, "interviewer");
  await insertCredits(bed.pool, { credits: 1, userIds: [idOf(bed, "interviewee")] });
  const { _id } = await send(bed, "interviewee", "POST", "/api/user/bookings", { startTime, interviewerId });
  return { _id, startTime };
}

export async function openOrder(bed: EndpointBed) {
  const planType = "Basic";
  const { newPrice } = await send(bed, "interviewee", "POST", "/api/user/purchase-plan", { planType });
  const price = { planType, newPrice };
  const body = { ...price, amount: newPrice };
  const { id } = await send(bed, "interviewee", "POST", "/api/payment/create-order", body);
  return { id: id as string, price, body };
}

/** Buys a pack; returns what the page sends to verify-payment, and our id of the payment. */
export async function buyPack(bed: EndpointBed) {
  const { id, price } = await openOrder(bed);
  const paid = await send(bed, "nobody", "POST", `/api/sandbox/orders/${id}/pay`, { outcome: "success" });
  const callback = { ...paid, ...price };
  await send(bed, "interviewee", "POST", "/api/payment/verify-payment", callback);
  const { rows } = await bed.pool.query<{ id: string }>(
    "select id from payments where provider_payment_id = $1",
    [paid.razorpay_payment_id],
  );
  return { callback, paymentId: rows[0]?.id ?? "" };
}

/** The tables in which the end of an interview and what follows from it are recorded. */
const recordedTables = [
  ...["no_show_reports", "earnings", "feedback", "feedback_files", "feedback_scores", "feedback_summaries"],
  ...["awaited_feedback", "feedback_reminders"],
];

/**
 * Makes the live booking's interview as it was when it began. Its tables are emptied without their triggers, which
 * keep what was recorded.
 */
export async function restartInterview(bed: EndpointBed, minutesAgo = 12): Promise<void> {
  const { clock, records } = bed;
  await withoutTriggers(bed, async (client) => {
    for (const table of recordedTables)
      await client.query(`delete from ${table} where booking_id = $1`, [records.liveBookingId]);
    await client.query(
      `update bookings set status = 'pending', completed_at = null, cancelled_at = null, cancelled_by = null,
         session_forfeited = false where id = $1`,
      [records.liveBookingId],
    );
    await moveInterview(client, records.liveBookingId, addMinutes(clock.now(), -minutesAgo));
  });
}

/** Within `withoutTriggers`: a booking and its slot refer to each other's times. */
export async function moveInterview(client: pg.PoolClient, bookingId: string, startsAt: Date): Promise<void> {
  const times = "starts_at = $2::timestamptz, ends_at = $2::timestamptz + interval '45 minutes'";
  const values = [bookingId, startsAt];
  await client.query(
    `update availability set ${times} where id = (select slot_id from bookings where id = $1)`,
    values,
  );
  await client.query(`update bookings set ${times} where id = $1`, values);
}

/** One transaction without triggers and the checks of foreign keys. */
export async function withoutTriggers(
  { pool }: EndpointBed,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("set local session_replication_role = replica");
    await work(client);
    await client.query("commit");
    client.release();
  } catch (error) {
    client.release(true); // Closing the connection ends the transaction.
    throw error;
  }
}

/** Different in each run on the same data, and the same at both sizes. */
export const runName = Date.now().toString(36);

/** Chooses the code of the newest request, which only its mail would name. */
export async function chooseCode(
  { pool, deps }: EndpointBed,
  purpose: string,
  email: string,
): Promise<string> {
  const otp = "123456";
  const { rows } = await pool.query<{ id: string }>(
    "select id from codes where purpose = $1 and email = $2 order by created_at desc, id desc limit 1",
    [purpose, email],
  );
  const id = rows[0]?.id ?? "";
  await pool.query("update codes set code_hash = $2 where id = $1", [id, hashOneTimeCode(deps, id, otp)]);
  return otp;
}
