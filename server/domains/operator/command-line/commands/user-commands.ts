import { operatorLevels } from "@greenroom/contract/core/endpoint.ts";
import { rupeesFromPaise } from "@greenroom/contract/core/money.ts";
import { z } from "zod";
import { recordAudit } from "../../../../audit/record-audit.ts";
import { recordCommand } from "../../../../audit/record-command.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import type { Deps } from "../../../../deps.ts";
import { blockAccount } from "../../../accounts/block-account.ts";
import { mailNewInterviewer } from "../../../interviewers/job-definitions.ts";
import { listPayments } from "../../../payments/list-payments.ts";
import { interviewerRight } from "../../grant-interviewer.ts";
import { grantOperator, resetSecondFactor, revokeOperator } from "../../grant-operator.ts";
import { grantRightInTransaction } from "../../grant-right.ts";
import type { CommandGroup, CommandOutput } from "../command.ts";
import { getUserByEmail } from "../get-user.ts";
import { listUsers, readUsers, type UserRow } from "../list-users.ts";
import { readEmail, readNoArguments, readWithSchema } from "../read-input.ts";
import { explainNextPage, pageOptions, pageUsage, readPageOptions } from "../read-page.ts";
import { streamTable } from "../stream-table.ts";

export const userCommands: CommandGroup = {
  "users list": {
    usage: `users list ${pageUsage} [--csv]`,
    alias: "list-users",
    summary: "everybody, with role and sessions left, the newest first; --csv: all of them as a file",
    options: pageOptions,
    flags: ["csv"],
    async run(deps, input) {
      readNoArguments(input);
      const page = readPageOptions(input);
      await recordCommand(deps, "users-list");
      if (input.flags.has("csv")) {
        return { file: streamTable(readUsers(deps.database), presentUser) };
      }
      const { rows, next } = await listUsers(deps.database, page);
      return { rows: rows.map(presentUser), ...explainNextPage(next) };
    },
  },
  "users show": {
    usage: "users show <email>",
    summary: "one person, with what they bought",
    async run(deps, input) {
      const user = await getUserByEmail(deps.database, readEmail(input, "users show"));
      await recordCommand(deps, "users-show", `user:${user.id}`);
      const { rows: payments } = await listPayments(deps.database, user.id, {});
      const paidPaise = payments.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
      const bought = { payments: payments.length, paidRupees: rupeesFromPaise(paidPaise) };
      return { rows: [{ ...presentUser(user), ...bought }] };
    },
  },
  "users grant-interviewer": {
    usage: "users grant-interviewer <email>",
    alias: "grant-interviewer",
    summary: "let this person offer slots",
    async run(deps, input) {
      const grant = {
        email: readEmail(input, "users grant-interviewer"),
        actor: "command line",
        now: deps.clock.now(),
      } as const;
      const userId = await inTransaction(deps.database, async (tx) => {
        const granted = await grantRightInTransaction(tx, interviewerRight, grant);
        if (granted !== null) await deps.jobs.enqueue(tx, mailNewInterviewer, { userId: granted });
        return granted;
      });
      return { msg: `${grant.email} is an interviewer ${userId === null ? "already" : "now"}.` };
    },
  },
  "users grant-operator": {
    usage: `users grant-operator <email> [--level ${operatorLevels.join("|")}]`,
    alias: "grant-operator",
    summary: "make this person an operator, an owner unless --level says support",
    options: ["level"],
    run: (deps, input) =>
      grantOperator(deps, {
        email: readEmail(input, "users grant-operator"),
        level: readWithSchema(
          z.enum(operatorLevels).default("owner"),
          input.options.level,
          `--level must be ${operatorLevels.join(" or ")}.`,
        ),
        actor: "command line",
      }),
  },
  "users revoke-operator": {
    usage: "users revoke-operator <email>",
    summary: "take the operator's desk away from this person",
    run: (deps, input) =>
      revokeOperator(deps, { email: readEmail(input, "users revoke-operator"), actor: "command line" }),
  },
  "users reset-second-factor": {
    usage: "users reset-second-factor <email> --yes",
    summary: "remove the second factor of an operator who has lost phone and recovery codes",
    confirmation: "Make sure by another way that it is this person who asks.",
    run: (deps, input) =>
      resetSecondFactor(deps, {
        email: readEmail(input, "users reset-second-factor"),
        actor: "command line",
      }),
  },
  "users block": {
    usage: "users block <email> --yes",
    summary: "end their sessions and let them in no more",
    confirmation: "This signs the person out everywhere and lets them in no more.",
    run: (deps, input) => setBlocked(deps, readEmail(input, "users block"), true),
  },
  "users unblock": {
    usage: "users unblock <email>",
    summary: "let them sign in again",
    run: (deps, input) => setBlocked(deps, readEmail(input, "users unblock"), false),
  },
};

async function setBlocked(deps: Deps, email: string, isBlocked: boolean): Promise<CommandOutput> {
  const now = deps.clock.now();
  const word = isBlocked ? "blocked" : "unblocked";
  const hasChanged = await inTransaction(deps.database, async (tx) => {
    const { userId, hasChanged } = await blockAccount(tx, { email, isBlocked, now });
    const subject = `user:${userId}`;
    if (hasChanged) await recordAudit(tx, { actor: "command line", action: `user.${word}`, subject, now });
    return hasChanged;
  });
  return {
    msg: hasChanged
      ? `${email} is ${word} now.`
      : `${email} is ${isBlocked ? "blocked already" : "not blocked"}.`,
  };
}

function presentUser(user: UserRow) {
  return {
    email: user.email,
    name: `${user.firstName} ${user.lastName}`.trim(),
    role: user.isOperator ? `${user.role}, operator` : user.role,
    sessions: user.balance ?? 0,
    blocked: user.blockedAt !== null,
    since: user.createdAt.toISOString(),
    id: user.id,
  };
}
