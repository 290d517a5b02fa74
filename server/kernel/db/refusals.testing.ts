import pg from "pg";
import { createTestDatabase } from "../../testing/database.ts";

/*
 * Made-up rows for tests of rules about one table. Foreign keys and triggers are off, so that no other rule refuses a
 * row first.
 */

/** The value of each column as SQL. */
export type Row = Record<string, string>;

interface RowTester {
  /** Writes rows, undoes them, and returns the name of the constraint that refused the last one; null if none did. */
  refusalOf(table: string, rows: Row[]): Promise<string | null>;
  close(): Promise<void>;
}

export async function openRowTester(): Promise<RowTester> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  return {
    refusalOf: (table, rows) => findRefusal(client, table, rows),
    async close() {
      await client.end();
      await database.drop();
    },
  };
}

async function findRefusal(client: pg.Client, table: string, rows: Row[]): Promise<string | null> {
  await client.query("begin; set local session_replication_role = replica");
  try {
    for (const [index, row] of rows.entries()) {
      const columns = Object.keys(row).map((name) => `"${name}"`);
      const statement = `insert into ${table} (${columns.join(", ")}) values (${Object.values(row).join(", ")})`;
      const refused = await client.query(statement).then(
        () => null,
        ({ constraint, message }: pg.DatabaseError) => constraint ?? message,
      );
      if (refused !== null && index < rows.length - 1) throw new Error(`an earlier row: ${refused}`);
      if (refused !== null) return refused;
    }
    return null;
  } finally {
    await client.query("rollback");
  }
}

export const id = "gen_random_uuid()";
export const some = "'0198a000-0000-7000-8000-000000000001'";
export const now = "'2026-11-20T06:30:00Z'";
export const later = "'2026-11-20T07:30:00Z'";
export const hash = "decode(repeat('ab', 32), 'hex')";
/** Another hash for each row. */
const anyHash = "decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')";

export const session = { id, user_id: some, created_at: now, last_seen_at: now, expires_at: later };
export const order = {
  id,
  quote_id: id,
  user_id: some,
  provider: "'sandbox'",
  provider_order_id: "gen_random_uuid()::text",
  receipt: "left(gen_random_uuid()::text, 20)",
  amount_paise: "100",
  currency: "'INR'",
  holds_until: later,
  created_at: now,
};
export const allocation = {
  id,
  booking_id: id,
  reference: id,
  host_id: id,
  seat: "1",
  starts_at: now,
  ends_at: later,
  created_at: now,
};
export const proposal = {
  id,
  booking_id: some,
  booking_sequence: "0",
  interviewee_id: id,
  interviewer_id: id,
  from_starts_at: now,
  starts_at: later,
  ends_at: "'2026-11-20T08:15:00Z'",
  reason: "'A reason'",
  proposed_at: now,
  expires_at: later,
};
export const accepted = { interviewee_accepted_at: now, interviewer_accepted_at: now };
export const coupon = {
  id,
  code: "upper(left(gen_random_uuid()::text, 20))",
  kind: "'fixed'",
  value: "100",
  starts_at: now,
};
export const file = { size_bytes: "1", file_name: "'a.pdf'", uploaded_at: now };
export const dispute = { claim_id: some, user_id: some, party: "'interviewee'", line: "'No'", made_at: now };
export const rating = { user_id: some, is_useful: "true", rated_at: now };
export const settlement = {
  id,
  file_name: "'a.csv'",
  content_hash: anyHash,
  provider: "'razorpay'",
  uploaded_by: some,
  uploaded_at: now,
  rows: "0",
  payments: "0",
  refunds: "0",
  from_at: now,
  until_at: later,
  paid_paise: "0",
  refunded_paise: "0",
  fee_paise: "0",
  differences: "0",
};
export const refund = {
  id,
  payment_id: some,
  user_id: some,
  amount_paise: "100",
  created_at: now,
  sessions: "1",
  reason: "'A reason'",
};
export const approval = {
  id,
  kind: "'grant'",
  payload: "'{}'",
  lines: "'[]'",
  version: "'1'",
  reason: "'A reason'",
  asked_by: some,
  asked_at: now,
  expires_at: later,
  decided_at: now,
};
export const user = {
  id,
  email: "gen_random_uuid()::text",
  first_name: "'Ada'",
  mobile_number: "'1'",
  password_changed_at: now,
};
export const created = { created_at: now };
export const booking = {
  id,
  slot_id: id,
  interviewer_id: id,
  interviewee_id: id,
  starts_at: now,
  ends_at: "'2026-11-20T07:15:00Z'",
  ...created,
};
export const canceled = {
  ...booking,
  status: "'cancelled'",
  cancelled_at: now,
  cancelled_by: "'interviewer'",
};
export const earning = {
  id,
  booking_id: id,
  interviewer_id: some,
  session_price_paise: "100",
  share_percent: "70",
  amount_paise: "70",
  ...created,
};
export const element = {
  booking_id: some,
  id: "'one'",
  version: "1",
  nonce: "1",
  element: `'{"id": "one"}'`,
  bytes: "12",
  author_id: some,
  made_at: now,
};
export const run = {
  id,
  booking_id: some,
  runner_id: some,
  language: "'python'",
  outcome: "'finished'",
  output: "''",
  duration_ms: "1",
  ran_at: now,
};
export const question = {
  id,
  booking_id: some,
  interviewer_id: some,
  interviewee_id: some,
  source: "'bank'",
  question_id: "'q'",
  title: "'A title'",
  prompt: "'A prompt'",
  shown_at: now,
};
export const snapshot = {
  id,
  booking_id: some,
  position: "0",
  taken_at: now,
  language: "'python'",
  by_interviewee: "true",
  by_interviewer: "false",
  content: "''",
  total_bytes: "0",
};
export const key = { user_id: some, key: "'one'", request_hash: hash, answer: "'{}'", ...created };
