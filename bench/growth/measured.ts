import type { FastifyInstance } from "fastify";
import { jobHandlers } from "../../server/job-handlers.ts";
import type { Deps } from "../../server/kernel/deps.ts";
import { clearSlotCache } from "../../server/schedule/availability/slot-cache.ts";
import { generateWeeklySlots } from "../../server/schedule/availability/weekly/generate-slots.ts";
import { firstCurrent, generatedId, measuredInterviewee, measuredInterviewer } from "./data-size.ts";

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
  group: "calls" | "jobs";
  name: string;
  /** Runs before each timed run and is not timed. */
  prepare?(context: MeasuredContext): void | Promise<void>;
  /** Runs once, after the first run, which is not counted. */
  afterFirstRun?(context: MeasuredContext): Promise<void>;
  /** Returns its result, or null if it has none. */
  run(context: MeasuredContext): Promise<Result | null>;
}

interface Result {
  bytes: number;
  /** Null if it is not a list. Called after the time was taken. */
  countRows(): number | null;
}

/** What people and the periodic jobs wait for. */
export function listMeasured(deps: Deps): Measured[] {
  return [
    call("slots of one week, cold", "interviewee", () => `user/slots?${days(1, 8)}`, clearSlots),
    call("slots of one week, warm", "interviewee", () => `user/slots?${days(1, 8)}`),
    call("slots without a window, cold", "interviewee", () => "user/slots", clearSlots),
    call("slots without a window, warm", "interviewee", () => "user/slots"),
    call("my bookings", "interviewee", () => "user/bookings"),
    call("my sessions", "interviewee", () => "user/sessions"),
    call("my feedback", "interviewee", () => "user/feedback"),
    call("my purchases", "interviewee", () => "user/purchases"),
    call("my profile", "interviewee", () => "user/profile"),
    call("my data, interviewee", "interviewee", () => "user/my-data"),
    call("my slots, six weeks", "interviewer", () => `interviewer/availability?${days(-2, 40)}`),
    call("my slots without a window", "interviewer", () => "interviewer/availability"),
    call("my interviews", "interviewer", () => "interviewer/bookings"),
    call("interviewer's history", "interviewer", () => "interviewer/history"),
    call("interviewer's figures", "interviewer", () => "interviewer/dashboard-stats"),
    call("earnings", "interviewer", () => "interviewer/earnings"),
    call("my data, interviewer", "interviewer", () => "user/my-data"),
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
          ...(handler.job.name === "figures.close-days" ? closingDays : {}),
        }),
      ),
    weeklyRulesDue,
  ];
}

/** The calls of an operator's normal day. */
export function listDeskCalls(): Measured[] {
  const interviewee = generatedId("interviewee", measuredInterviewee);
  const interviewer = generatedId("interviewer", measuredInterviewer);
  const person = new URLSearchParams({ person: "interviewee50@" });
  const firstDay = dateOf(-7);
  const week = new URLSearchParams({ firstDay, timeZone: "Asia/Kolkata" });
  return [
    desk("people, newest", "people"),
    // The searches with the most to sort: a name that everybody has, an address, a number that everybody has.
    ...["Person", "interviewee50@", "+91", "zzqqxx", generatedId("payment", 200)].map((q) =>
      desk(`people by ${q}`, `people?${new URLSearchParams({ q })}`),
    ),
    desk("an interviewee", `people/${interviewee}`),
    desk("an interviewer", `people/${interviewer}`),
    desk("an interviewee's timeline", `people/${interviewee}/timeline`),
    desk("an interviewer's timeline", `people/${interviewer}/timeline`),
    desk("Today", "today"),
    desk("bookings", "bookings"),
    desk("bookings of a person", `bookings?${person}`),
    desk("bookings of a week", `bookings/week?${week}`),
    desk("bookings of a person's week", `bookings/week?${week}&${person}`),
    desk("a booking", `bookings/${generatedId("booking", 500)}`),
    desk("no-show disputes", "no-shows"),
    desk("payments", "payments"),
    desk("payments of a person", `payments?${person}`),
    desk("a payment", `payments/${generatedId("payment", 200)}`),
    desk("unsent refunds", "refunds"),
    desk("unpaid orders", "orders"),
    desk("payouts due", "payouts/due"),
    desk("payouts paid", "payouts"),
    desk("coupons", "coupons"),
    desk("prices", "prices"),
    desk("figures of a month", `figures?by=day&from=${dateOf(-30)}&to=${dateOf(0)}`),
    desk("figures of a year", `figures?by=month&from=${dateOf(-365)}&to=${dateOf(0)}`),
    desk("figures of interviewers", `figures/interviewers?from=${dateOf(-30)}&to=${dateOf(0)}`),
    desk("figures of cohorts", "figures/cohorts"),
    desk("interviewers' quality", "interviewers"),
    desk("audit log", "audit"),
    desk("audit log by who did it", `audit?${new URLSearchParams({ doneBy: "interviewee50@" })}`),
    desk("audit log by whom it is about", `audit?${new URLSearchParams({ about: "Person Number 1234" })}`),
    desk("health", "health"),
  ];
}

const dayFromNow = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString();
const dateOf = (offset: number) => dayFromNow(offset).slice(0, 10);
const days = (from: number, to: number) => `from=${dayFromNow(from)}&to=${dayFromNow(to)}`;

const clearSlots = { prepare: ({ deps }: MeasuredContext) => clearSlotCache(deps) };

const desk = (name: string, path: string) => call(`desk: ${name}`, "operator", () => `operator/${path}`);

function call(
  name: string,
  caller: "interviewee" | "interviewer" | "operator",
  path: () => string,
  more: Pick<Measured, "prepare"> = {},
): Measured {
  return {
    group: "calls",
    name,
    ...more,
    async run({ app, ...tokens }) {
      const url = `/api/${path()}`;
      const { statusCode, headers, rawPayload } = await app.inject({
        url,
        headers: { authorization: `Bearer ${tokens[`${caller}Token`]}` },
      });
      if (statusCode !== 200) throw new Error(`${url} returned ${statusCode}: ${rawPayload.toString()}`);
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

/** Its first run fills the tables of figures; PostgreSQL plans for empty ones until they are analyzed. */
const closingDays: Partial<Measured> = {
  async afterFirstRun({ deps }) {
    await deps.pool.query("analyze figure_days, figure_interviewer_days, figure_cohorts");
  },
};

const calendarsDue = 100;

/** The daily run that adds a day's slots, for equally many calendars at every size. */
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
