import type { Paise } from "@greenroom/contract/money.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../db/database.ts";
import { newId } from "../../db/ids.ts";

export interface DueLine {
  earningId: string;
  kind: "earned" | "taken-back";
  /** Negative for what is taken back. */
  amountPaise: Paise;
}

/** Credited earnings that no payout holds, and paid ones that were voided since: what the next payout is made of. */
const dueLines = sql<DueLine & { interviewerId: string }>`
  select earning.interviewer_id, earning.id as earning_id, 'earned' as kind, earning.amount_paise
    from earnings earning
    where earning.status = 'credited' and not exists (
      select from payout_lines line where line.earning_id = earning.id and line.kind = 'earned')
  union all
  select earning.interviewer_id, earning.id, 'taken-back', -paid.amount_paise
    from earnings earning join payout_lines paid on paid.earning_id = earning.id and paid.kind = 'earned'
    where earning.status = 'void' and not exists (
      select from payout_lines line where line.earning_id = earning.id and line.kind = 'taken-back')`;

export async function selectDueLines(tx: Tx, interviewerId: string): Promise<DueLine[]> {
  const { rows } = await sql<DueLine>`
    select earning_id, kind, amount_paise from (${dueLines}) due
    where interviewer_id = ${interviewerId} order by earning_id, kind`.execute(tx);
  return rows;
}

export interface DueSum {
  interviewerId: string;
  email: string;
  name: string;
  amountPaise: Paise;
  lines: number;
}

/** Who is owed something, or owes us something, by name; whose earnings come to nothing is left out. */
export async function selectDueSums(database: Database): Promise<DueSum[]> {
  const { rows } = await sql<DueSum>`
    select due.interviewer_id, person.email, trim(person.first_name || ' ' || person.last_name) as name,
      sum(due.amount_paise)::int8 as amount_paise, count(*) as lines
    from (${dueLines}) due join users person on person.id = due.interviewer_id
    group by 1, 2, 3 having sum(due.amount_paise) <> 0 order by person.email`.execute(database);
  return rows;
}

interface NewPayout {
  interviewerId: string;
  amountPaise: Paise;
  reference: string;
  paidAt: Date;
}

/** Rejects with `payouts_reference_once` for a reference that this interviewer was paid under before. */
export async function insertPayout(tx: Tx, payout: NewPayout, lines: DueLine[]): Promise<string> {
  const id = newId();
  await tx
    .insertInto("payouts")
    .values({ id, ...payout })
    .execute();
  await tx
    .insertInto("payoutLines")
    .values(lines.map((line) => ({ ...line, payoutId: id })))
    .execute();
  return id;
}

/** What was paid, line by line, oldest payout first; of everybody or of one interviewer. */
export async function selectPaidLines(database: Database, interviewerId: string | null) {
  return await database
    .selectFrom("payoutLines as line")
    .innerJoin("payouts as payout", "payout.id", "line.payoutId")
    .innerJoin("users as person", "person.id", "payout.interviewerId")
    .innerJoin("earnings as earning", "earning.id", "line.earningId")
    .innerJoin("bookings as booking", "booking.id", "earning.bookingId")
    .select(["payout.id as payoutId", "payout.paidAt", "payout.reference", "payout.amountPaise as sumPaise"])
    .select(["person.email", "person.firstName", "person.lastName"])
    .select(["line.kind", "line.amountPaise", "earning.bookingId", "booking.startsAt"])
    .$if(interviewerId !== null, (query) => query.where("payout.interviewerId", "=", interviewerId ?? ""))
    .orderBy("payout.paidAt")
    .orderBy("payout.id")
    .orderBy("booking.startsAt")
    .orderBy("line.kind")
    .execute();
}
export type PaidLine = Awaited<ReturnType<typeof selectPaidLines>>[number];

export async function findPayout(database: Database, id: string) {
  return await database
    .selectFrom("payouts as payout")
    .innerJoin("users as person", "person.id", "payout.interviewerId")
    .select(["payout.amountPaise", "payout.reference", "person.email", "person.firstName"])
    .where("payout.id", "=", id)
    .executeTakeFirst();
}
