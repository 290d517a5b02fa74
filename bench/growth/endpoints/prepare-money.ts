import type { Person } from "../../../prove/lib/people.ts";
import type { Random } from "../../../prove/lib/random.ts";
import type { EndpointBed } from "./open-bed.ts";
import { confirm, createPerson, idOf, type Preparation, runName, send, withoutTriggers } from "./prepare.ts";
import { hold, payoutDetails } from "./prepare-bookings.ts";

/** The interviewer has payout details that are in use. */
async function openPayouts(bed: EndpointBed): Promise<void> {
  await send(bed, "interviewer", "PUT", "/api/interviewer/payout-details", payoutDetails);
  await bed.pool.query(
    "update payout_details set usable_at = $2, created_at = $2::timestamptz - interval '48 hours' where interviewer_id = $1",
    [idOf(bed, "interviewer"), bed.clock.now()],
  );
}

const duePaise = 7_495;

/** The live booking was sold, and its earning is due. The bookings of the callers are booked with sessions that cost nothing. */
async function earn(bed: EndpointBed): Promise<void> {
  await hold(bed);
  await withoutTriggers(bed, async (client) => {
    await client.query(
      `update earnings set session_price_paise = $3, amount_paise = $3, status = 'credited', credited_at = $2
       where booking_id = $1`,
      [bed.records.liveBookingId, bed.clock.now(), duePaise],
    );
  });
}

/** An export of everything that is due, with something for the interviewer. */
async function makeBatch(bed: EndpointBed): Promise<string> {
  await openPayouts(bed);
  await earn(bed);
  return (await confirm(bed, "/api/operator/payout-batches", {})).batchId;
}

const otherOwners = new WeakMap<EndpointBed, Promise<Person>>();

async function findOtherOwner(bed: EndpointBed, random: Random): Promise<Person> {
  const made = otherOwners.get(bed) ?? makeOtherOwner(bed, random);
  otherOwners.set(bed, made);
  return await made;
}

async function makeOtherOwner(bed: EndpointBed, random: Random): Promise<Person> {
  const owner = await createPerson(bed, random);
  await bed.pool.query("update users set is_operator = true, operator_level = 'owner' where id = $1", [
    owner.id,
  ]);
  await bed.pool.query(
    `insert into operator_sign_ins (session_id, opened_at, confirmed_at)
     select id, $2, $2 from auth_sessions where user_id = $1`,
    [owner.id, bed.clock.now()],
  );
  return owner;
}

/** Another owner asks to give more sessions than one operator may give alone. */
export async function askForApproval(bed: EndpointBed, random: Random): Promise<string> {
  const operator = await findOtherOwner(bed, random);
  const { id } = await createPerson(bed, random);
  const asking = { ...bed, callers: { ...bed.callers, operator } };
  const path = `/api/operator/people/${id}/grant-sessions`;
  return (await confirm(asking, path, { sessions: 100 })).approvalId;
}

/** Payouts and what needs two operators. */
export const moneyPreparations: Record<string, Preparation> = {
  "POST /api/operator/payout-batches": async (bed) => {
    await openPayouts(bed);
    return { who: "operator", body: {} };
  },
  "GET /api/operator/payout-batches/{id}/transfers.csv": async (bed) => ({
    who: "operator",
    params: { id: await makeBatch(bed) },
  }),
  "POST /api/operator/payouts": async (bed, random) => {
    const interviewerIds = [idOf(bed, "interviewer")];
    const reference = `UTR${runName}${random.below(2 ** 31)}`;
    return { who: "operator", body: { batchId: await makeBatch(bed), interviewerIds, reference } };
  },
  "POST /api/operator/approvals/{id}/decision": async (bed, random) => ({
    who: "operator",
    params: { id: await askForApproval(bed, random) },
    body: { decision: "approve" },
  }),
};
