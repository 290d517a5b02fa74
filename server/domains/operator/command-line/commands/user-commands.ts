import { operatorLevels } from "@greenroom/contract/core/endpoint.ts";
import { fullName } from "@greenroom/contract/core/full-name.ts";
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
import type { CommandOutput, Commands } from "../command.ts";
import { getUserByEmail, type ListedUser, listUsers, readUsers } from "../list-users.ts";
import { readEmail, readWithSchema } from "../read-input.ts";
import { afterOption, csvOption, explainNextPage, limitOption } from "../read-page.ts";
import { streamTable } from "../stream-table.ts";

export function addUserCommands({ add, plan }: Commands): void {
  add("users list", "list everybody with role and sessions left, newest first", { alias: "list-users" })
    .addOption(limitOption)
    .addOption(afterOption)
    .addOption(csvOption)
    .action(({ limit, after, csv }) =>
      plan(async (deps) => {
        await recordCommand(deps, "users-list");
        if (csv === true) return { file: streamTable(readUsers(deps.database), presentUser) };
        const { rows, next } = await listUsers(deps.database, { limit, after });
        return { rows: rows.map(presentUser), ...explainNextPage(next) };
      }),
    );
  add("users show", "show one person and what they bought")
    .argument("<email>", "the account's address", readEmail)
    .action((email) => plan((deps) => showUser(deps, email)));
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
  add("users block", "sign a person out everywhere and refuse new sign-ins", {
    confirmation: "This signs the person out everywhere and refuses new sign-ins.",
  })
    .argument("<email>", "the account's address", readEmail)
    .action((email) => plan((deps) => setBlocked(deps, email, true)));
  add("users unblock", "let a blocked person sign in again")
    .argument("<email>", "the account's address", readEmail)
    .action((email) => plan((deps) => setBlocked(deps, email, false)));
}

const readLevel = (value: string) =>
  readWithSchema(z.enum(operatorLevels), value, `--level must be ${operatorLevels.join(" or ")}.`);

async function showUser(deps: Deps, email: string): Promise<CommandOutput> {
  const user = await getUserByEmail(deps.database, email);
  await recordCommand(deps, "users-show", `user:${user.id}`);
  const { rows: payments } = await listPayments(deps.database, user.id, {});
  const paidPaise = payments.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const bought = { payments: payments.length, paidRupees: rupeesFromPaise(paidPaise) };
  return { rows: [{ ...presentUser(user), ...bought }] };
}

async function grantInterviewer(deps: Deps, email: string): Promise<CommandOutput> {
  const grant = { email, actor: "command line", now: deps.clock.now() } as const;
  const userId = await inTransaction(deps.database, async (tx) => {
    const granted = await grantRightInTransaction(tx, interviewerRight, grant);
    if (granted !== null) await deps.jobs.enqueue(tx, mailNewInterviewer, { userId: granted });
    return granted;
  });
  return { msg: `${email} is an interviewer ${userId === null ? "already" : "now"}.` };
}

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
      : `${email} is ${isBlocked ? "already blocked" : "not blocked"}.`,
  };
}

function presentUser(user: ListedUser) {
  return {
    email: user.email,
    name: fullName(user),
    role: user.isOperator ? `${user.role}, operator` : user.role,
    sessions: user.balance ?? 0,
    blocked: user.blockedAt !== null,
    since: user.createdAt.toISOString(),
    id: user.id,
  };
}
