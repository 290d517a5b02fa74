import type { FastifyInstance } from "fastify";
import type { Deps } from "../../server/deps.ts";
import { clearSlotCache } from "../../server/domains/availability/slot-cache.ts";
import { generateWeeklySlots } from "../../server/domains/availability/weekly/generate-slots.ts";
import { storeDays } from "../../server/domains/operator/figures/store-days.ts";
import { jobHandlers } from "../../server/jobs/handlers.ts";
import { runCommand } from "../../server/testing/run-command.ts";
import { firstCurrent, generatedId } from "./data-size.ts";

/** The input of measured calls. */
export interface MeasuredContext {
  deps: Deps;
  app: FastifyInstance;
  /** Bearer tokens of an average interviewee and an average interviewer. */
  intervieweeToken: string;
  interviewerToken: string;
  /** Of an owner with an open desk. */
  operatorToken: string;
}

/** One line of the result. To measure something else, add an entry to one of the lists below. */
export interface Measured {
  group: "calls" | "jobs" | "operator";
  name: string;
  /** Runs often enough for a p95. */
  hasP95?: boolean;
  /** The p95 in milliseconds above which it has a problem. */
  p95Limit?: number;
  /** Runs before each timed run and is not timed. */
  prepare?(context: MeasuredContext): void | Promise<void>;
  /** Runs once, after the first run, which is not counted. */
  afterFirstRun?(context: MeasuredContext): Promise<void>;
  /** Returns its result, or null if it has none. */
  run(context: MeasuredContext): Promise<Result | null>;
  /**
   * The unit of which one run reads or writes all by its purpose: then the time for each must not grow. The time of any
   * other run must not grow itself.
   */
  work?: Work;
}

interface Result {
  bytes: number;
  /** Null if it is not a list. Called after the time was taken. */
  countRows(): number | null;
}

interface Work {
  /** One of them: `row`, `interview`. */
  unit: string;
  /** How many there are; by default, the rows of the result. */
  count?(context: MeasuredContext): Promise<number>;
}

const rowsOfAnswer: Work = { unit: "row" };

const week = () => {
  const from = new Date(Date.now() + 86_400_000);
  const to = new Date(from.getTime() + 7 * 86_400_000);
  return `from=${from.toISOString()}&to=${to.toISOString()}`;
};

/** The days of a month's view: some days back, and the rest ahead. */
const sixWeeks = () => {
  const from = new Date(Date.now() - 2 * 86_400_000);
  const to = new Date(from.getTime() + 42 * 86_400_000);
  return `from=${from.toISOString()}&to=${to.toISOString()}`;
};

const clearSlots = ({ deps }: MeasuredContext) => clearSlotCache(deps);

export function listMeasured(deps: Deps): Measured[] {
  return [
    call("slots of one week, cold", "interviewee", () => `/api/user/slots?${week()}`, {
      prepare: clearSlots,
    }),
    call("slots of one week, warm", "interviewee", () => `/api/user/slots?${week()}`),
    call("slots without a window, cold", "interviewee", () => "/api/user/slots", {
      prepare: clearSlots,
    }),
    call("slots without a window, warm", "interviewee", () => "/api/user/slots"),
    call("my bookings", "interviewee", () => "/api/user/bookings"),
    call("my sessions", "interviewee", () => "/api/user/sessions"),
    call("my feedback", "interviewee", () => "/api/user/feedback"),
    call("my purchases", "interviewee", () => "/api/user/purchases"),
    call("my profile", "interviewee", () => "/api/user/profile"),
    call("my data, interviewee", "interviewee", () => "/api/user/my-data"),
    call(
      "my slots, six weeks of a calendar",
      "interviewer",
      () => `/api/interviewer/availability?${sixWeeks()}`,
    ),
    call("my slots without a window", "interviewer", () => "/api/interviewer/availability"),
    call("my interviews", "interviewer", () => "/api/interviewer/bookings"),
    call("interviewer's history", "interviewer", () => "/api/interviewer/history"),
    call("interviewer's figures", "interviewer", () => "/api/interviewer/dashboard-stats"),
    call("earnings", "interviewer", () => "/api/interviewer/earnings"),
    call("my data, interviewer", "interviewer", () => "/api/user/my-data"),
    ...jobHandlers(deps)
      .filter(({ job }) => job.cron !== undefined)
      .map(
        (handler): Measured => ({
          group: "jobs",
          name: handler.job.name,
          async run(context) {
            await handler.run(context.deps, {}, "00000000-0000-7000-8000-000000000000");
            return null;
          },
          ...(handler.job.name === "figures.close-days" ? storingDays : {}),
        }),
      ),
    storingYesterday(),
    weeklyRulesDue,
    command("users list"),
    command("payouts list-due"),
    command("reports list"),
    command("bookings list"),
    command("payments list"),
    command("payouts csv", rowsOfAnswer),
    {
      ...command(`payouts csv --from ${dayBefore(30)} --to ${dayBefore(1)}`, rowsOfAnswer),
      name: "payouts csv of 30 days",
    },
    command("jobs failed"),
    command("mail refused"),
    verify(["verify"], countBy("booking", "select count(*)::int from bookings")),
    {
      ...verify(["verify", "--since", dayBefore(1)], completedSince(dayBefore(1))),
      name: "verify --since yesterday",
    },
  ];
}

function countBy(unit: string, sql: string): Work {
  return {
    unit,
    async count({ deps }) {
      const { rows } = await deps.pool.query<{ count: number }>(sql);
      return rows[0]?.count ?? 0;
    },
  };
}

/**
 * Its first run fills the tables of figures for the whole history. PostgreSQL analyzes them within a minute, and until
 * then it plans for tables that are empty. A later run finds no day that changed.
 */
export const storingDays: Partial<Measured> = {
  async afterFirstRun({ deps }) {
    await deps.pool.query("analyze figure_days, figure_interviewer_days, figure_cohorts");
  },
};

/** What the job does once a night, of a day that is over. */
function storingYesterday(): Measured {
  return {
    ...storingDays,
    group: "jobs",
    name: "figures of a new day",
    work: countBy(
      "interview of the day",
      "select interviews as count from figure_days order by day desc limit 1",
    ),
    async prepare({ deps }) {
      await deps.pool.query(
        "insert into figure_changes (at) select until - interval '1 hour' from figure_progress",
      );
    },
    async run({ deps }) {
      await storeDays(deps);
      return null;
    },
  };
}

export function call(
  name: string,
  caller: "interviewee" | "interviewer" | "operator",
  url: () => string,
  more: Pick<Measured, "prepare"> = {},
): Measured {
  return {
    group: "calls",
    name,
    ...more,
    async run({ app, ...tokens }) {
      const token = tokens[`${caller}Token`];
      const { statusCode, headers, rawPayload } = await app.inject({
        url: url(),
        headers: { authorization: `Bearer ${token}` },
      });
      if (statusCode !== 200) throw new Error(`${url()} returned ${statusCode}: ${rawPayload.toString()}`);
      const isJson = String(headers["content-type"]).startsWith("application/json");
      return {
        bytes: rawPayload.length,
        countRows: () => (isJson ? countRows(JSON.parse(rawPayload.toString())) : null),
      };
    },
  };
}

/** Of a list, or of an answer that contains one. */
function countRows(answer: unknown): number | null {
  if (Array.isArray(answer)) return answer.length;
  const lists = Object.values(answer ?? {}).filter(Array.isArray);
  return lists.length === 0 ? null : lists.reduce((sum, list) => sum + list.length, 0);
}

const calendarsDue = 100;

/**
 * Once a day each calendar is due, and gets the slots of one more day. With the same number due, a run costs the same
 * however many interviewers there are.
 */
const weeklyRulesDue: Measured = {
  group: "jobs",
  name: `weekly rules of ${calendarsDue} calendars`,
  async prepare({ deps }) {
    const due = Array.from({ length: calendarsDue }, (_, pair) =>
      generatedId("interviewer", firstCurrent + pair),
    );
    await deps.pool.query(
      `update availability set status = 'removed', rule_id = null
       where interviewer_id = any($1) and rule_id is not null and status = 'available' and starts_at > now() + interval '55 days'`,
      [due],
    );
    await deps.pool.query("update weekly_generation set due_at = 'epoch' where interviewer_id = any($1)", [
      due,
    ]);
  },
  async run({ deps }) {
    await generateWeeklySlots(deps);
    return null;
  },
};

/** Reads a file that a command streams to its end, as the command line does. Its first line names the columns. */
async function readFile(file: string | AsyncIterable<string>): Promise<Result> {
  let bytes = 0;
  let lines = 0;
  for await (const part of typeof file === "string" ? [file] : file) {
    bytes += Buffer.byteLength(part);
    lines += part.split("\n").length - 1;
  }
  return { bytes, countRows: () => lines - 1 };
}

function command(words: string, work?: Work): Measured {
  return {
    group: "operator",
    name: words,
    ...(work === undefined ? {} : { work }),
    async run({ deps }) {
      const output = await runCommand(deps, words.split(" "));
      if ("file" in output) return await readFile(output.file);
      return { bytes: JSON.stringify(output).length, countRows: () => countRows(output) };
    },
  };
}

/**
 * The generator writes rows of feedback without their files, so the missing files are all that `verify` may
 * find.
 */
const verify = (words: string[], work: Work): Measured => ({
  group: "operator",
  name: words.join(" "),
  work,
  async run({ deps }) {
    await runCommand(deps, words).catch((error: Error) => {
      if (!/^Violated invariants: every file that is referred to is stored \(\d+\)\.$/.test(error.message))
        throw error;
    });
    return null;
  },
});

/** A day in UTC. */
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const completedSince = (day: string) =>
  countBy(
    "interview since",
    `select count(*)::int from bookings where completed_at >= '${day}'::timestamp at time zone 'Asia/Kolkata'`,
  );
