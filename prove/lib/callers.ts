import { setTimeout as sleep } from "node:timers/promises";
import {
  applicationLevels,
  applicationRoles,
} from "@greenroom/contract/people/interviewers/application-options.ts";
import type pg from "pg";
import { signIn } from "../../bench/seed.ts";
import type { Clock } from "../../server/kernel/clock.ts";
import { hashPassword } from "../../server/people/accounts/passwords/hash-password.ts";
import type { Who } from "../../server/testing/access-table.ts";
import { createRecords, type Records, type ServerUnderTest } from "../../server/testing/records.ts";
import { call } from "./call.ts";
import { fuzzPassword } from "./generate.ts";
import { createPeople, type Person } from "./people.ts";
import type { TestBed } from "./test-bed.ts";

export type Callers = Record<Who, Person | null>;

/** The part of a test bed that calls of the API need. Its server runs the jobs, or `finishJobs` does. */
export interface CalledServer {
  url: string;
  pool: pg.Pool;
  clock: Clock & Pick<TestBed["clock"], "advance">;
  finishJobs?(): Promise<void>;
}

/** One person of each kind, with one record of every kind and work that waits for an operator. */
export async function createCallers(server: CalledServer): Promise<{ callers: Callers; records: Records }> {
  const { pool, clock, url } = server;
  const sizes = { interviewers: 1, interviewees: 4, credits: 5 };
  const { interviewers, interviewees } = await createPeople(server, sizes);
  const interviewer = interviewers[0] as Person;
  const [interviewee, operator, support, closed] = interviewees as [Person, Person, Person, Person];
  const callers = {
    nobody: null,
    interviewee,
    interviewer,
    operator,
    support,
    "operator with a closed desk": closed,
  };
  await pool.query("update users set password_hash = $1 where id = any($2)", [
    await hashPassword(fuzzPassword),
    Object.values(callers).flatMap((person) => person?.id ?? []),
  ]);
  const serverUnderTest: ServerUnderTest = {
    now: () => clock.now(),
    moveTo: (instant) => clock.advance((instant.getTime() - clock.now().getTime()) / 60_000),
    call: (method, path, options) => call(url, method, path, options),
    finishJobs: server.finishJobs ?? (() => waitForReports(pool)),
  };
  const records = await createRecords(serverUnderTest, { interviewee, interviewer });
  await clock.advance(6);
  const wanted: [Person | null, string, object][] = [
    [interviewer, `/api/bookings/${records.liveBookingId}/no-show`, {}],
    ...[1, 2, 3, 4].map((n): [null, string, object] => [null, "/api/applications", application(n)]),
  ];
  for (const [person, path, body] of wanted) {
    const answer = await call(url, "POST", path, {
      body,
      ...(person === null ? {} : { token: person.token }),
    });
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
  }
  await restoreCallers(server, callers);
  return { callers, records };
}

async function waitForReports(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      "select 1 from pgboss.job where name = 'reports.make' and state < 'completed' and start_after <= now()",
    );
    if (rows.length === 0) return;
    await sleep(100);
  }
}

export const application = (n: number) => ({
  name: "Person Applicant",
  email: `applicant${n}@bench.example`,
  years: 5,
  experience: "Five years of machine learning.",
  roles: [applicationRoles[0]],
  levels: [applicationLevels[0]],
  profileUrl: "https://profile.example/person",
  availability: "Evenings",
  sampleReview: "The candidate found a good plan and should test the edge cases first. ".repeat(8),
});

/**
 * Restores everybody after earlier calls: their roles, an account that is neither blocked nor deleted, a
 * sign-in, and an open desk that was confirmed just now.
 */
export async function restoreCallers(
  { pool, clock }: Pick<CalledServer, "pool" | "clock">,
  callers: Callers,
): Promise<void> {
  const people = Object.entries(callers).flatMap(([who, person]) => (person === null ? [] : { who, person }));
  const levelOf = (who: string) => (who === "support" ? "support" : /operator/.test(who) ? "owner" : null);
  const ids = people.map(({ person }) => person.id);
  await pool.query(
    `update users set blocked_at = null, deleted_at = null, role = kind, is_operator = level is not null,
       operator_level = level
     from unnest($1::uuid[], $2::text[], $3::text[]) caller (caller_id, kind, level)
     where id = caller_id and (blocked_at, deleted_at, role, operator_level)
       is distinct from (null::timestamptz, null::timestamptz, kind, level)`,
    [
      ids,
      people.map(({ who }) => (who === "interviewer" ? "interviewer" : "interviewee")),
      people.map(({ who }) => levelOf(who)),
    ],
  );
  await signIn(pool, ids);
  await pool.query(
    `insert into operator_sign_ins (session_id, opened_at, confirmed_at)
     select id, $2, $2 from auth_sessions where user_id = any($1) and ended_at is null
     on conflict (session_id) do update set opened_at = $2, confirmed_at = $2`,
    [[callers.operator?.id, callers.support?.id], clock.now()],
  );
}

/** Tables under the names that paths and fields use for their rows. */
const tablesOfWord: Record<string, RegExp> = {
  person: /^users$/,
  people: /^users$/,
  user: /^users$/,
  interviewer: /^users$/,
  interviewee: /^users$/,
  slot: /^availability$/,
  availability: /^availability$/,
  purchase: /^payment_orders$|^payments$|^orders$/,
  browser: /^auth_sessions$/,
  session: /^bookings$|^auth_sessions$/,
  round: /^practice_rounds$/,
  room: /^bookings$/,
  feedback: /^bookings$/,
  report: /^bookings$/,
  record: /^bookings$/,
};

/** Ids from one up to, but not including, another. */
export type IdRange = readonly [from: string, to: string];

const allIds: IdRange = ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"];

/** The newest ids of every table of the product. */
export class RecordIds {
  readonly #pool: pg.Pool;
  readonly #always: readonly string[];
  readonly #ranges: readonly IdRange[];
  #statement: string | null = null;
  #byTable = new Map<string, string[]>();

  /** `always`: ids of users that are known besides the newest. `ranges`: rows with other ids are left out. */
  constructor(pool: pg.Pool, always: readonly string[], ranges: readonly IdRange[] = [allIds]) {
    this.#pool = pool;
    this.#always = always;
    this.#ranges = ranges;
  }

  async refresh(): Promise<void> {
    this.#statement ??= await this.#write();
    const { rows } = await this.#pool.query<{ name: string; id: string }>(this.#statement);
    this.#byTable = new Map([["users", [...this.#always]]]);
    for (const { name, id } of rows) this.#byTable.set(name, [...(this.#byTable.get(name) ?? []), id]);
  }

  /** Ids that fit a place, such as `/api/operator/refunds id` or `bookingId`, and those of all tables. */
  find(place: string): { fitting: string[]; all: string[] } {
    const words = place
      .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => word.length > 3 && word !== "operator")
      .map((word) => word.replace(/s$/, ""));
    const fits = (table: string) =>
      words.some((word) => (tablesOfWord[word] ?? new RegExp(word)).test(table));
    const entries = [...this.#byTable];
    return {
      fitting: entries.filter(([table]) => fits(table)).flatMap(([, ids]) => ids),
      all: entries.flatMap(([, ids]) => ids),
    };
  }

  async #write(): Promise<string> {
    const { rows } = await this.#pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'id' and data_type = 'uuid' order by 1`,
    );
    return rows
      .flatMap(({ name }) =>
        this.#ranges.map(
          ([from, to]) => `(select '${name}' as name, id::text from public.${name}
            where ${name}.id >= '${from}' and ${name}.id < '${to}' order by ${name}.id desc limit 4)`,
        ),
      )
      .join(" union all ");
  }
}
