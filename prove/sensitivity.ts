import pg from "pg";
import { migrate } from "../server/kernel/db/migrate.ts";
import { startThrowawayPostgres } from "../server/testing/postgres.ts";
import { runTests } from "./lib/run-tests.ts";

/* `npm run prove -- --sensitivity` drops each rule of the database and expects a test to fail. */

/** They break the rules by their names, or by a sentence. */
const databaseTests = "server/kernel/db/refusals.test.ts";

const changedDays = "server/desk/figures/changed-days.test.ts";
const deadline = "server/review/feedback/deadline";
const deskBookings = "server/desk/bookings/desk-bookings.test.ts";
const earlyFeedback = "server/desk/today/today-lines.test.ts";
const ledger = "server/money/credits/credits.test.ts";
const payouts = "server/money/payouts/payouts.test.ts";
const proposals = "server/desk/bookings/move-proposals.test.ts";

/** The tests of the other rules. */
const otherTests: Record<string, string> = {
  availability_no_overlap: "server/schedule/availability/slots.test.ts",
  balance_follows_ledger: ledger,
  booking_of_an_account: "server/people/privacy/delete-race.test.ts",
  bookings_are_in_time: "server/schedule/availability/weekly-hours.test.ts",
  bookings_await_feedback: deadline,
  bookings_change_early_feedback: earlyFeedback,
  bookings_change_figures: changedDays,
  bookings_end_proposals: proposals,
  bookings_need_a_meeting: deskBookings,
  bookings_no_overlap: "server/schedule/bookings/book.test.ts",
  bookings_stop_awaiting_feedback: deadline,
  feedback_changes_figures: changedDays,
  feedback_changes_recent_ratings: earlyFeedback,
  feedback_files_are_early: earlyFeedback,
  feedback_files_change_figures: changedDays,
  feedback_files_settle: deadline,
  feedback_one_per_booking: "server/review/feedback/feedback.test.ts",
  ledger_applies: ledger,
  ledger_entries_change_figures: changedDays,
  meetings_get_a_link: deskBookings,
  meetings_lose_their_link: deskBookings,
  move_proposals_release_slot: proposals,
  payments_change_figures: changedDays,
  payments_provider_payment_unique: "server/money/payments/purchase.test.ts",
  payout_is_its_lines: payouts,
  payout_lines_are_owed: "server/desk/payouts",
  payout_lines_mark_earnings: payouts,
  payouts_reference_once: payouts,
  refunds_are_summed: "server/desk/payments/desk-refunds.test.ts",
  refunds_change_figures: changedDays,
  remedies_settle: deadline,
  slots_change_figures: changedDays,
};

/** Checks that PostgreSQL named and that say more than an order. */
const testedChecks = [
  "ledger_entries_check",
  "payout_batches_check",
  "practice_reports_check",
  "room_board_elements_check",
];

/** Rules that no test can break, with the reason. */
const unbreakable: Record<string, string> = {
  availability_identity: "the foreign key of bookings refers to it",
  plans_position_key: "only a migration writes plans",
};

interface Rule {
  name: string;
  /** The statement that removes it. */
  drop: string;
}

/** Drops every rule whose name contains a word of `only` (`a,b`), one by one; returns those that no test noticed. */
export async function findUnnoticedRules(only: string, print: (line: string) => void): Promise<string[]> {
  const words = only.split(",");
  const rules = (await listRules()).filter(
    ({ name }) => !(name in unbreakable) && words.some((word) => name.includes(word)),
  );
  const tests = [...new Set([databaseTests, ...rules.flatMap(({ name }) => otherTests[name] ?? [])])];
  const { failures } = await runTests(tests, {});
  if (failures.length > 0) throw new Error(`A test fails with every rule in place: ${failures[0]}`);
  const unnoticed: string[] = [];
  for (const { name, drop } of rules) {
    const run = await runTests([otherTests[name] ?? databaseTests], {
      environment: { PROVE_DROPPED_RULE: drop },
    });
    // On a busy machine a test may run out of time, which says nothing about the rule.
    const by = run.failures.find((line) => /^\w*Error: /.test(line) && !line.includes("timed out"));
    print(`${by === undefined ? "UNNOTICED" : "noticed  "}  ${name}  ${by?.slice(0, 120) ?? ""}`);
    if (by === undefined) unnoticed.push(name);
  }
  print(`${rules.length - unnoticed.length} of ${rules.length} dropped rules were noticed`);
  return unnoticed;
}

/**
 * All triggers, unique and exclusion constraints, unique indexes, and the checks over several columns. Those that
 * PostgreSQL named, such as `bookings_check`, only keep a row's times and numbers in order.
 */
async function listRules(): Promise<Rule[]> {
  const postgres = await startThrowawayPostgres();
  const pool = new pg.Pool({ connectionString: postgres.connectionString, max: 1 });
  try {
    await migrate(pool, () => undefined);
    const { rows } = await pool.query<Rule>(
      `select tgname as name, format('drop trigger %I on %s', tgname, tgrelid::regclass) as drop
         from pg_trigger where not tgisinternal
       union all
       select conname, format('alter table %s drop constraint %I', conrelid::regclass, conname)
         from pg_constraint join pg_namespace on pg_namespace.oid = connamespace
         where nspname in ('public', 'sandbox')
           and (contype in ('u', 'x') or contype = 'c' and array_length(conkey, 1) > 1 and
             (conname !~ '_check\\d*$' or conname = any($1)))
       union all
       select index.relname, format('drop index %s', indexrelid::regclass) from pg_index
         join pg_class index on index.oid = indexrelid
         join pg_namespace on pg_namespace.oid = index.relnamespace
         where indisunique and not indisprimary and nspname in ('public', 'sandbox')
           and not exists (select from pg_constraint where conindid = indexrelid and contype in ('u', 'x'))
       order by name`,
      [testedChecks],
    );
    return rows;
  } finally {
    await pool.end();
    await postgres.stop();
  }
}
