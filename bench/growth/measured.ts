import type { FastifyInstance } from "fastify";
import type { Deps } from "../../server/deps.ts";
import { clearSlotCache } from "../../server/domains/availability/slot-cache.ts";
import { generateWeeklySlots } from "../../server/domains/availability/weekly/generate-slots.ts";
import { jobHandlers } from "../../server/jobs/handlers.ts";
import { runCommand } from "../../server/testing/run-command.ts";

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
  /** Returns the size of its result in bytes, or null if that is meaningless. */
  run(context: MeasuredContext): Promise<number | null>;
}

const week = () => {
  const from = new Date(Date.now() + 86_400_000);
  const to = new Date(from.getTime() + 7 * 86_400_000);
  return `from=${from.toISOString()}&to=${to.toISOString()}`;
};

const clearSlots = ({ deps }: MeasuredContext) => clearSlotCache(deps);

export function listMeasured(deps: Deps): Measured[] {
  return [
    call("slots of one week, cold", "interviewee", () => `/api/user/slots?${week()}`, clearSlots),
    call("slots of one week, warm", "interviewee", () => `/api/user/slots?${week()}`),
    call("slots without a window, cold", "interviewee", () => "/api/user/slots", clearSlots),
    call("slots without a window, warm", "interviewee", () => "/api/user/slots"),
    call("my bookings", "interviewee", () => "/api/user/bookings"),
    call("my sessions", "interviewee", () => "/api/user/sessions"),
    call("my feedback", "interviewee", () => "/api/user/feedback"),
    call("my purchases", "interviewee", () => "/api/user/purchases"),
    call("my profile", "interviewee", () => "/api/user/profile"),
    call("my data, interviewee", "interviewee", () => "/api/user/my-data"),
    call("my availability", "interviewer", () => "/api/interviewer/availability"),
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
        }),
      ),
    weeklyRulesDue(deps),
    command("users list"),
    command("payouts list-due"),
    command("reports list"),
    command("bookings list"),
    command("payments list"),
    command("payouts csv"),
    command("jobs failed"),
    command("mail refused"),
    verify,
  ];
}

export function call(
  name: string,
  caller: "interviewee" | "interviewer" | "operator",
  url: () => string,
  prepare?: Measured["prepare"],
): Measured {
  return {
    group: "calls",
    name,
    ...(prepare === undefined ? {} : { prepare }),
    async run({ app, ...tokens }) {
      const token = tokens[`${caller}Token`];
      const { statusCode, rawPayload } = await app.inject({
        url: url(),
        headers: { authorization: `Bearer ${token}` },
      });
      if (statusCode !== 200) throw new Error(`${url()} returned ${statusCode}: ${rawPayload.toString()}`);
      return rawPayload.length;
    },
  };
}

/** Once a day the calendars of all interviewers are due, and each gets the slots of one more day. */
function weeklyRulesDue(deps: Deps): Measured {
  return {
    group: "jobs",
    name: "weekly rules, all due",
    async prepare({ deps }) {
      await deps.pool.query(
        `update availability set status = 'removed', rule_id = null
         where rule_id is not null and status = 'available' and starts_at > now() + interval '55 days'`,
      );
      await deps.pool.query("update weekly_generation set due_at = 'epoch'");
    },
    async run() {
      await generateWeeklySlots(deps);
      return null;
    },
  };
}

function command(words: string): Measured {
  return {
    group: "operator",
    name: words,
    async run({ deps }) {
      return JSON.stringify(await runCommand(deps, words.split(" "))).length;
    },
  };
}

/**
 * The generator writes rows of feedback without their files, so the missing files are all that `verify` may
 * find.
 */
const verify: Measured = {
  group: "operator",
  name: "verify",
  async run({ deps }) {
    await runCommand(deps, ["verify"]).catch((error: Error) => {
      if (!/^Does not hold: every file that is referred to is stored \(\d+\)\.$/.test(error.message))
        throw error;
    });
    return null;
  },
};
