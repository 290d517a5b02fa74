import type { Command } from "@commander-js/extra-typings";
import { idSchema, operatorLevels } from "@greenroom/contract/kernel/endpoint.ts";
import { emailSchema } from "@greenroom/contract/kernel/names.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { z } from "zod";
import { recordCommand } from "../../kernel/audit.ts";
import type { Database } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { giveCredits } from "../../money/credits/credits.ts";
import { formatSessionCount } from "../../money/payments/rules.ts";
import { grantRight } from "../../people/accounts/account.ts";
import {
  interviewerRight,
  invitationState,
  inviteInterviewer,
  listInvitations,
  revokeInvitation,
} from "../../people/interviewers/invitations.ts";
import { mailNewInterviewer } from "../../people/interviewers/mails.ts";
import { listReportOutcomes } from "../../practice/round-reports/round-report.ts";
import { remakeReport } from "../../review/reports/make-report.ts";
import { backUp } from "../back-up.ts";
import { grantOperator, resetSecondFactor, revokeOperator } from "../grant-operator.ts";
import { verifyData } from "../verify-data.ts";

/** One line of a table. */
export type Cells = Record<string, string | number | boolean>;

/** The output of a command: a sentence, or rows of a table. */
export type CommandOutput = { msg: string } | { rows: Cells[] };

/** The work of a command, which runs once its arguments are valid. */
export type Work = (deps: Deps) => Promise<CommandOutput>;

export interface CommandOptions {
  /** Another name, which scripts may use. */
  alias?: string;
  /**
   * A sentence about the consequences, for a command that takes or costs something. Such a command does
   * nothing without `--yes`.
   */
  confirmation?: string;
}

/**
 * The commands while they are declared. An action reads its arguments and plans its work, so that a wrong command line
 * is refused before anything is opened.
 */
interface Commands {
  /** Adds a command, whose name is one word or two. */
  add(name: string, summary: string, options?: CommandOptions): Command;
  plan(work: Work): void;
}

/*
 * What a server without a screen needs, and what the desk does not have. Each command leaves a line in the audit
 * log.
 */

export function addCommands(commands: Commands): void {
  addUserCommands(commands);
  addInterviewerCommands(commands);
  addReportCommands(commands);
  addMoneyCommands(commands);
  addMaintenanceCommands(commands);
}

function addUserCommands({ add, plan }: Commands): void {
  add("users grant-interviewer", "make a person an interviewer, who can offer slots", {
    alias: "grant-interviewer",
  })
    .argument("<email>", "the account's address", readEmail)
    .action((email) => plan((deps) => grantInterviewer(deps, email)));
  add("users grant-operator", "make a person an operator", { alias: "grant-operator" })
    .argument("<email>", "the account's address", readEmail)
    .option(`--level <${operatorLevels.join("|")}>`, "what the operator may do", readLevel, "owner" as const)
    .action((email, { level }) =>
      plan((deps) => grantOperator(deps, { email, level, actor: "command line" })),
    );
  add("users revoke-operator", "take the operator's desk away from a person")
    .argument("<email>", "the account's address", readEmail)
    .action((email) => plan((deps) => revokeOperator(deps, { email, actor: "command line" })));
  add(
    "users reset-second-factor",
    "remove the second factor of an operator who has lost their phone and recovery codes",
    { confirmation: "First make sure in another way that the request comes from this person." },
  )
    .argument("<email>", "the account's address", readEmail)
    .action((email) => plan((deps) => resetSecondFactor(deps, { email, actor: "command line" })));
}

const readLevel = (value: string) =>
  readWithSchema(z.enum(operatorLevels), value, `--level must be ${operatorLevels.join(" or ")}.`);

async function grantInterviewer(deps: Deps, email: string): Promise<CommandOutput> {
  const grant = { email, actor: "command line", now: deps.clock.now() } as const;
  const userId = await inTransaction(deps.database, async (tx) => {
    const granted = await grantRight(tx, interviewerRight, grant);
    if (granted !== null) await deps.jobs.enqueue(tx, mailNewInterviewer, { userId: granted });
    return granted;
  });
  return { msg: `${email} is an interviewer ${userId === null ? "already" : "now"}.` };
}

function addInterviewerCommands({ add, plan }: Commands): void {
  add(
    "interviewers invite",
    "invite somebody by email; they sign up with that address, or accept in their account",
  )
    .argument("<email>", "the address to invite", readEmail)
    .option("--name <name>", "the name in the email's greeting", readName, "")
    .action((email, { name }) =>
      plan(async (deps) => {
        const invited = await inTransaction(deps.database, (tx) =>
          inviteInterviewer(deps, tx, { email, name }, "command line"),
        );
        if (invited.outcome === "already") return { msg: `${email} is an interviewer already.` };
        const next = invited.hasAccount
          ? " They have an account, and accept when they are signed in to it."
          : "";
        return {
          msg: `${email} is invited by email. The invitation expires at ${invited.expiresAt.toISOString()}.${next}`,
        };
      }),
    );
  add("interviewers invitations", "list every invitation with its outcome").action(() =>
    plan(async (deps) => {
      await recordCommand(deps, "interviewers-invitations");
      const now = deps.clock.now();
      return {
        rows: (await listInvitations(deps)).map((invitation) => ({
          email: invitation.email,
          name: invitation.name,
          state: invitationState(invitation, now),
          invited: invitation.createdAt.toISOString(),
          expires: invitation.expiresAt.toISOString(),
        })),
      };
    }),
  );
  add("interviewers revoke", "revoke an open invitation")
    .argument("<email>", "the invited address", readEmail)
    .action((email) =>
      plan(async (deps) => {
        await revokeInvitation(deps, email, "command line");
        return { msg: `The invitation for ${email} is revoked.` };
      }),
    );
}

function readName(value: string): string {
  const name = value.trim();
  if (name.length > 100) throw usageError("--name can have at most 100 characters.");
  return name;
}

const outcomesPerPage = 50;

function addReportCommands({ add, plan }: Commands): void {
  add(
    "reports list",
    `list the outcome of each report, newest first, ${outcomesPerPage} a page: source, points, tokens, disputes, usefulness`,
  )
    .option("--rounds", "of practice rounds instead of interviews")
    .option("--page <n>", "the page, from 1", wholeNumberReader("--page", { min: 1, max: 100_000 }), 1)
    .action(({ rounds = false, page }) =>
      plan(async (deps) => {
        await recordCommand(deps, rounds ? "reports-list-rounds" : "reports-list");
        const slice = { limit: outcomesPerPage, offset: (page - 1) * outcomesPerPage };
        return { rows: await listReportOutcomes(deps.database, { ofRounds: rounds, ...slice }) };
      }),
    );
  add(
    "reports make",
    "make the report of a completed interview now, even if one exists; a measured report never replaces drafted points",
  )
    .argument("<booking id>", "as the list of reports shows it", readId("reports"))
    .option("--measured", "let a measured report replace drafted points")
    .action((bookingId, { measured = false }) =>
      plan(async (deps) => {
        await recordCommand(deps, "reports-make", `booking:${bookingId}`);
        const { source, shown, checked } = await remakeReport(deps, bookingId, { mayLoseDraft: measured });
        const how = source.kind === "measured" ? "measured" : `drafted by ${source.name}`;
        return {
          msg: `The report is made: ${how}, ${shown} of ${countOf(checked, "point")} shown. The interviewee gets an email.`,
        };
      }),
    );
}

function addMoneyCommands({ add, plan }: Commands): void {
  add("credits grant", "give sessions that nobody paid for", { confirmation: "This gives sessions away." })
    .argument("<email>", "the person who gets them", readEmail)
    .requiredOption("--sessions <n>", "how many", wholeNumberReader("--sessions", { min: 1, max: 100 }))
    .requiredOption("--reason <text>", "why; the person reads it", readReason)
    .action((email, { sessions, reason }) =>
      plan(async (deps) => {
        const user = await getUserByEmail(deps.database, email);
        const { balance } = await inTransaction(deps.database, (tx) =>
          giveCredits(deps, tx, { user, sessions, reason, actor: "command line" }),
        );
        return { msg: `${email} has ${formatSessionCount(sessions)} more, ${balance} in all.` };
      }),
    );
}

async function getUserByEmail(database: Database, email: string) {
  const user = await database
    .selectFrom("users")
    .select(["id", "role"])
    .where("email", "=", email)
    .executeTakeFirst();
  if (user === undefined) throw new AppError("not_found", { msg: `Nobody has an account with ${email}.` });
  return user;
}

function addMaintenanceCommands({ add, plan }: Commands): void {
  add("verify", "check all data against the invariants; fails if one is violated").action(() =>
    plan(async (deps) => {
      await recordCommand(deps, "verify");
      const results = await verifyData(deps);
      const broken = results.filter((result) => result.broken > 0);
      if (broken.length > 0) {
        const list = broken.map((result) => `${result.name} (${result.broken})`).join("; ");
        throw conflict(`Violated invariants: ${list}.`);
      }
      return { rows: results.map(({ name }) => ({ holds: name })) };
    }),
  );
  add("backup", "back up the embedded database, files and secret to a data folder while the server runs")
    .argument("<new folder>", "a folder that does not exist yet")
    .action((folder) =>
      plan(async (deps) => {
        await recordCommand(deps, "backup");
        const { megabytes } = await backUp(deps, folder);
        return {
          msg: `Backed up ${megabytes} MB to ${folder}. To look at it: GREENROOM_DATA=${folder} npm start`,
        };
      }),
    );
}

/*
 * Readers of a command's arguments. Each throws `invalid_input` with a sentence that shows the right form.
 */

function usageError(msg: string): AppError {
  return new AppError("invalid_input", { msg });
}

const readEmail = (value: string) =>
  readWithSchema(emailSchema, value, "Give one email address, as in: kavya@example.com");

const readId = (what: string) => (value: string) =>
  readWithSchema(idSchema, value, `Give one id, as the list of ${what} shows it.`);

const wholeNumberReader =
  (name: string, { min, max }: { min: number; max: number }) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw usageError(`${name} must be a whole number from ${min} to ${max}.`);
    return number;
  };

/** The reason of a command, which people read in their ledger and operators in the audit log. */
function readReason(value: string): string {
  const reason = value.trim();
  if (reason === "" || reason.length > 200) throw usageError('Say why, in at most 200 letters: --reason "…"');
  return reason;
}

function readWithSchema<T>(schema: z.ZodType<T>, value: unknown, sentence: string): T {
  const read = schema.safeParse(value);
  if (!read.success) throw usageError(sentence);
  return read.data;
}
