import { createHash, randomUUID } from "node:crypto";
import type pg from "pg";

/** The most lines of an export of the audit log. */
const auditLines = 50_000;
/** Far more than an active person leaves behind in years. */
const personRows = 20_000;

/** Fills the audit log, makes somebody an owner whose desk is open, and returns a token of theirs. */
export async function fillForExports(pool: pg.Pool): Promise<string> {
  const userId = randomUUID();
  const token = createHash("sha256").update(userId).digest("base64url");
  await pool.query(
    `insert into users (id, email, first_name, last_name, mobile_number, password_hash, role, password_changed_at, created_at, is_operator, operator_level)
     values ($1, 'owner@bench.example', 'Olga', 'Owner', '+911234567890', 'none', 'interviewee', now(), now(), true, 'owner')`,
    [userId],
  );
  const { rows } = await pool.query<{ id: string }>(
    `insert into auth_sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
     values (gen_random_uuid(), $1, $2, now(), now(), now() + interval '90 days') returning id`,
    [userId, createHash("sha256").update(token).digest()],
  );
  await pool.query(
    "insert into operator_sign_ins (session_id, opened_at, confirmed_at) values ($1, now(), now())",
    [rows[0]?.id],
  );
  await pool.query(
    `insert into audit_log (actor_user_id, actor, action, subject, details, created_at)
     select $1::uuid, 'user', 'user.blocked', 'user:' || $1::uuid, jsonb_build_object('reason', 'Wrote abuse to number ' || n, 'n', n), now()
     from generate_series(1, $2::int) n`,
    [userId, auditLines],
  );
  await pool.query(
    `insert into sent_mails (id, address, subject, outcome, sent_at)
     select gen_random_uuid(), 'owner@bench.example', 'Reminder number ' || n, 'taken', now() from generate_series(1, $1::int) n`,
    [personRows],
  );
  await pool.query("vacuum analyze users, auth_sessions, audit_log, sent_mails");
  return token;
}
