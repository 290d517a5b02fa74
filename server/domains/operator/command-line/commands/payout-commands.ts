import { paiseFromRupees, rupeesFromPaise } from "@greenroom/contract/core/money.ts";
import { recordCommand } from "../../../../audit/record-command.ts";
import { reverseEarning } from "../../../earnings/reverse-earning.ts";
import { listDuePayouts, streamPaidCsv, writeDueCsv } from "../../../payouts/list-payouts.ts";
import { payOut } from "../../../payouts/pay-out.ts";
import { formatPaise, nextPayoutReducedMessage } from "../../../payouts/rules.ts";
import type { CommandGroup, CommandInput } from "../command.ts";
import { getUserByEmail } from "../get-user.ts";
import { readEmail, readId, readNoArguments, readReason, usageError } from "../read-input.ts";

export const payoutCommands: CommandGroup = {
  "payouts list-due": {
    usage: "payouts list-due [--csv]",
    summary: "credited earnings that were not paid yet, by interviewer",
    flags: ["csv"],
    async run(deps, input) {
      readNoArguments(input);
      await recordCommand(deps, "payouts-list-due");
      const due = await listDuePayouts(deps.database);
      if (input.flags.has("csv")) return { file: writeDueCsv(due) };
      return {
        rows: due.map(({ email, name, amountPaise, lines }) => ({
          email,
          name,
          rupees: rupeesFromPaise(amountPaise),
          lines,
        })),
      };
    },
  },
  "payouts mark-paid": {
    usage: 'payouts mark-paid <email> --reference "…" [--rupees <n>] --yes',
    summary: "what is due to this interviewer was transferred; with --rupees only if it is that sum",
    options: ["reference", "rupees"],
    confirmation:
      "This writes down for good that the money was transferred, and tells the interviewer by email.",
    async run(deps, input) {
      const email = readEmail(input, "payouts mark-paid");
      const { id } = await getUserByEmail(deps.database, email);
      const payout = {
        interviewer: { id, email },
        reference: readReference(input),
        amountPaise: readAmount(input),
      };
      const { amountPaise, interviews } = await payOut(deps, payout, "command line");
      return {
        msg: `${formatPaise(amountPaise)} for ${interviews} interview${interviews === 1 ? "" : "s"} is marked as paid to ${email}.`,
      };
    },
  },
  "payouts csv": {
    usage: "payouts csv [email]",
    summary: "every line that was paid, for the books",
    async run(deps, input) {
      const isOfOne = input.positionals.length > 0;
      const user = isOfOne ? await getUserByEmail(deps.database, readEmail(input, "payouts csv")) : null;
      await recordCommand(deps, "payouts-csv", user === null ? "everybody" : `user:${user.id}`);
      return { file: streamPaidCsv(deps.database, user?.id ?? null) };
    },
  },
  "earnings reverse": {
    usage: 'earnings reverse <booking id> --reason "…" --yes',
    summary: "take back what an interview earned; if it was paid, the next payout is less",
    options: ["reason"],
    confirmation: "This takes the interviewer's money for this interview back; they read your reason.",
    async run(deps, input) {
      const bookingId = readId(input, "bookings");
      const reversal = { bookingId, reason: readReason(input), actor: "command line" } as const;
      const { wasPaid } = await reverseEarning(deps, reversal);
      return {
        msg: wasPaid
          ? `The earning is taken back. ${nextPayoutReducedMessage}`
          : "The earning is taken back.",
      };
    },
  },
};

function readReference({ options }: CommandInput): string {
  const reference = options.reference?.trim() ?? "";
  if (reference === "" || reference.length > 100) {
    throw usageError('Give the bank\'s reference, in at most 100 letters: --reference "…"');
  }
  return reference;
}

/** Paise; null when it was not said. */
function readAmount({ options: { rupees } }: CommandInput): number | null {
  if (rupees === undefined) return null;
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(rupees)) throw usageError("--rupees is a sum like 346.50.");
  return paiseFromRupees(Number(rupees));
}
