import { rupeesFromPaise } from "@greenroom/contract/money.ts";
import { inTransaction } from "../../../db/transaction.ts";
import type { Deps } from "../../../deps.ts";
import { blockAccount } from "../../accounts/block-account.ts";
import { listPayments } from "../../payments/list-payments.ts";
import type { CommandGroup, CommandOutput } from "../command.ts";
import { getUserByEmail } from "../get-user.ts";
import { grantInterviewer } from "../grant-interviewer.ts";
import { grantOperator } from "../grant-operator.ts";
import { listUsers } from "../list-users.ts";
import { readEmail, readNothing } from "../read-input.ts";
import { recordAudit } from "../record-audit.ts";
import { recordCommand } from "../record-command.ts";

export const userCommands: CommandGroup = {
  "users list": {
    usage: "users list",
    alias: "list-users",
    summary: "everybody, with role and sessions left",
    async run(deps, input) {
      readNothing(input);
      await recordCommand(deps, "users-list");
      return { rows: (await listUsers(deps.database)).map(presentUser) };
    },
  },
  "users show": {
    usage: "users show <email>",
    summary: "one person, with what they bought",
    async run(deps, input) {
      const user = await getUserByEmail(deps.database, readEmail(input, "users show"));
      await recordCommand(deps, "users-show", `user:${user.id}`);
      const payments = await listPayments(deps.database, { userId: user.id, limit: 100 });
      const paidPaise = payments.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
      const bought = { payments: payments.length, paidRupees: rupeesFromPaise(paidPaise) };
      return { rows: [{ ...presentUser(user), ...bought }] };
    },
  },
  "users grant-interviewer": {
    usage: "users grant-interviewer <email>",
    alias: "grant-interviewer",
    summary: "let this person offer slots",
    run: (deps, input) => grantInterviewer(deps, readEmail(input, "users grant-interviewer")),
  },
  "users grant-operator": {
    usage: "users grant-operator <email>",
    alias: "grant-operator",
    summary: "make this person an operator",
    run: (deps, input) => grantOperator(deps, readEmail(input, "users grant-operator")),
  },
  "users block": {
    usage: "users block <email> --yes",
    summary: "end their sessions and let them in no more",
    costs: "This signs the person out everywhere and lets them in no more.",
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

function presentUser(user: Awaited<ReturnType<typeof listUsers>>[number]) {
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
