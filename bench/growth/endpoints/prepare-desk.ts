import type { EndpointBed } from "./open-bed.ts";
import { buyPack, confirm, createPerson, idOf, type Preparation, send } from "./prepare.ts";

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
  `payment,pay_${String(n).padStart(14, "0")},499.00,INR,10.00,1.80,0.00,0.00,upi,20/11/2019 12:00:00,,setl_1,21/11/2019 10:00:00,UTR1`;

/** The newest settlement file, or a first one. */
async function findSettlement(bed: EndpointBed): Promise<string> {
  const [newest] = await send(bed, "operator", "GET", "/api/operator/settlements");
  if (newest === undefined) throw new Error("no settlement file was sent");
  return newest._id;
}

async function findLine(bed: EndpointBed) {
  const { lines } = await send(bed, "operator", "GET", "/api/operator/today");
  const [line] = lines.filter(({ takenBy }: { takenBy: unknown }) => takenBy === null);
  return { kind: line?.kind, subject: line?.subject, since: line?.since };
}

async function findApplication({ pool }: EndpointBed, state: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    "update interviewer_applications set state = $1 where id = (select id from interviewer_applications order by id desc limit 1) returning id",
    [state],
  );
  return rows[0]?.id ?? "";
}

const code = (n: number) => `C${n.toString(36).toUpperCase()}`;

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
    const path = `/api/operator/people/${idOf(bed, "interviewee")}/grant-sessions`;
    const { lotId } = await confirm(bed, path, { sessions: 1 });
    return { who: "operator", params: { id: lotId }, body: {} };
  },
  "POST /api/operator/people/{id}/resend-mail": async (bed) => ({
    who: "operator",
    params: { id: idOf(bed, "interviewee") },
    body: { mail: "receipt", about: (await buyPack(bed)).paymentId },
  }),
  "POST /api/operator/applications/{id}/decline": async (bed) => ({
    who: "operator",
    params: { id: await findApplication(bed, "new") },
    body: {},
  }),
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
