import { Secret, TOTP } from "otpauth";
import { application } from "../../../prove/lib/callers.ts";
import { fuzzPassword } from "../../../prove/lib/generate.ts";
import { inTransaction } from "../../../server/db/transaction.ts";
import { giveCreditsInTransaction } from "../../../server/domains/credits/give-credits.ts";
import type { EndpointBed } from "./open-bed.ts";
import { buyPack, confirm, createPerson, idOf, type Preparation, runName, send } from "./prepare.ts";

async function createCoupon(bed: EndpointBed, code: string): Promise<string> {
  const terms = { kind: "percent", value: 10, plans: null, endsAt: null, totalLimit: 5, perUserLimit: 1 };
  return (await confirm(bed, "/api/operator/coupons", { code, ...terms }))._id;
}

const settlement = (lines: string[]) => {
  const head =
    "transaction_entity,entity_id,amount,currency,fee (exclusive tax),tax,debit,credit,payment_method,entity_created_at,entity_description,settlement_id,settled_at,settlement_utr";
  const form = new FormData();
  form.append("settlement", new Blob([[head, ...lines, ""].join("\r\n")], { type: "text/csv" }), "recon.csv");
  return form;
};

const settlementLine = (n: number) =>
  `payment,pay_${`${runName}${n}`.padStart(14, "0").slice(-14)},499.00,INR,10.00,1.80,0.00,0.00,upi,20/11/2019 12:00:00,,setl_1,21/11/2019 10:00:00,UTR1`;

/** The newest settlement file, or a first one. */
async function findSettlement(bed: EndpointBed): Promise<string> {
  const [newest] = await send(bed, "operator", "GET", "/api/operator/settlements");
  if (newest === undefined) throw new Error("no settlement file was sent");
  return newest._id;
}

/** A line of the work queue that nobody has taken. */
async function findLine(bed: EndpointBed) {
  const subject = await reopenApplication(bed);
  await bed.pool.query("delete from work_states where kind = 'application' and subject = $1", [subject]);
  const { rows } = await bed.pool.query<{ since: Date }>(
    "select waits_from as since from interviewer_applications where id = $1",
    [subject],
  );
  return { kind: "application", subject, since: rows[0]?.since.toISOString() };
}

/** The newest application, undecided again. */
async function reopenApplication({ pool }: EndpointBed): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `update interviewer_applications set state = 'received', decided_at = null, waits_from = submitted_at
     where id = (select id from interviewer_applications order by id desc limit 1) returning id`,
  );
  return rows[0]?.id ?? "";
}

const code = (n: number) => `C${runName}-${n.toString(36)}`.toUpperCase();

/** A code for a new second factor, which still has to be confirmed. */
async function startSecondFactor(bed: EndpointBed): Promise<string> {
  await bed.pool.query("delete from operator_second_factors where user_id = $1", [idOf(bed, "operator")]);
  const path = "/api/operator/second-factor";
  const { secret } = await send(bed, "operator", "POST", path, { password: fuzzPassword });
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({
    timestamp: bed.clock.now().getTime(),
  });
}

const withFailedJob: Preparation = async ({ pool, records }) => {
  const { rows } = await pool.query<{ id: string }>(
    `insert into pgboss.job (name, data, state, completed_on, output, policy)
     values ('bookings.mail-confirmation', jsonb_build_object('bookingId', $1::text, 'to', 'interviewee'), 'failed', now(),
       '{"message": "away"}', 'standard') returning id`,
    [records.heldBookingId],
  );
  return { who: "operator", params: { id: rows[0]?.id ?? "" }, body: { reason: "A reason" } };
};

/** The operator's desk. */
export const deskPreparations: Record<string, Preparation> = {
  "POST /api/operator/coupons": async (_bed, random) => ({
    who: "operator",
    body: {
      code: code(random.below(2 ** 31)),
      ...{ kind: "percent", value: 10, plans: null, endsAt: null, totalLimit: 5, perUserLimit: 1 },
    },
  }),
  "POST /api/operator/coupons/{id}/stop": async (bed, random) => ({
    who: "operator",
    params: { id: await createCoupon(bed, code(random.below(2 ** 31))) },
    body: {},
  }),
  "POST /api/operator/coupons/{id}/resumption": async (bed, random) => {
    const id = await createCoupon(bed, code(random.below(2 ** 31)));
    await confirm(bed, `/api/operator/coupons/${id}/stop`, {});
    return { who: "operator", params: { id }, body: {} };
  },
  "POST /api/operator/settlements": async (_bed, random) => ({
    who: "operator",
    body: settlement([settlementLine(random.below(2 ** 31))]),
  }),
  "GET /api/operator/settlements/{id}": async (bed) => ({
    who: "operator",
    params: { id: await findSettlement(bed) },
  }),
  "GET /api/operator/settlements/{id}/differences": async (bed) => ({
    who: "operator",
    params: { id: await findSettlement(bed) },
  }),
  "GET /api/operator/settlements/{id}/differences.csv": async (bed) => ({
    who: "operator",
    params: { id: await findSettlement(bed) },
  }),
  "POST /api/operator/people/{id}/unblock": async (bed, random) => {
    const { id } = await createPerson(bed, random);
    await confirm(bed, `/api/operator/people/${id}/block`, {});
    return { who: "operator", params: { id }, body: {} };
  },
  "POST /api/operator/people/{id}/delete": async (bed, random) => ({
    who: "operator",
    params: { id: (await createPerson(bed, random)).id },
    body: {},
  }),
  "POST /api/operator/grants/{id}/withdrawal": async (bed) => {
    // An operator may give only a few a day.
    const user = { id: idOf(bed, "interviewee"), role: "interviewee" };
    const gift = { user, sessions: 1, reason: "A reason", actor: "system" as const };
    const { lotId } = await inTransaction(bed.deps.database, (tx) =>
      giveCreditsInTransaction(bed.deps, tx, gift),
    );
    return { who: "operator", params: { id: lotId }, body: {} };
  },
  "POST /api/operator/people/{id}/resend-mail": async (bed) => ({
    who: "operator",
    params: { id: idOf(bed, "interviewee") },
    body: { mail: "receipt", about: (await buyPack(bed)).paymentId },
  }),
  "POST /api/operator/applications/{id}/approve": async (bed) => ({
    who: "operator",
    params: { id: await reopenApplication(bed) },
    body: {},
  }),
  "POST /api/operator/applications/{id}/decline": async (bed) => ({
    who: "operator",
    params: { id: await reopenApplication(bed) },
    body: { text: "" },
  }),
  "POST /api/applications": async (_bed, random) => ({
    who: "nobody",
    body: {
      ...application(random.below(2 ** 31)),
      email: `${runName}x${random.below(2 ** 31)}@bench.example`,
    },
  }),
  "POST /api/operator/second-factor/confirm": async (bed) => ({
    who: "operator",
    body: { password: fuzzPassword, code: await startSecondFactor(bed) },
  }),
  "POST /api/operator/access": async (bed) => {
    const body = { password: fuzzPassword, code: await startSecondFactor(bed) };
    const path = "/api/operator/second-factor/confirm";
    const { recoveryCodes } = await send(bed, "operator", "POST", path, body);
    return { who: "operator", body: { password: fuzzPassword, code: recoveryCodes[0] } };
  },
  "PUT /api/operator/words/{key}": async (bed) => {
    const [text] = await send(bed, "operator", "GET", "/api/operator/words");
    const body = { value: text.value, version: text.version, reason: "A reason" };
    return { who: "operator", params: { key: text.key }, body };
  },
  "POST /api/operator/jobs/{id}/retry": withFailedJob,
  "POST /api/operator/jobs/{id}/discard": withFailedJob,
  "POST /api/operator/jobs/{id}/restoration": async (bed, random) => {
    const failed = await withFailedJob(bed, random);
    await send(bed, "operator", "POST", `/api/operator/jobs/${failed.params?.id}/discard`, failed.body);
    return failed;
  },
  "POST /api/operator/today/lines/take": async (bed) => {
    const { kind, subject } = await findLine(bed);
    return { who: "operator", body: { kind, subject } };
  },
  "POST /api/operator/today/lines/done": async (bed) => {
    const { kind, subject, since } = await findLine(bed);
    await send(bed, "operator", "POST", "/api/operator/today/lines/take", { kind, subject });
    return { who: "operator", body: { kind, subject, since, note: "Done" } };
  },
  "POST /api/operator/today/lines/reopen": async (bed) => {
    const { kind, subject, since } = await findLine(bed);
    await send(bed, "operator", "POST", "/api/operator/today/lines/done", { kind, subject, since, note: "" });
    return { who: "operator", body: { kind, subject } };
  },
};
