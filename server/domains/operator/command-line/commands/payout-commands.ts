import { type Paise, paiseFromRupees, rupeesFromPaise } from "@greenroom/contract/core/money.ts";
import { countOf } from "@greenroom/contract/core/sentences.ts";
import { recordCommand } from "../../../../audit/record-command.ts";
import { reverseEarning } from "../../../earnings/reverse-earning.ts";
import { listDuePage } from "../../../payouts/list-payouts.ts";
import { payOut } from "../../../payouts/pay-out.ts";
import { formatPaise, nextPayoutReducedMessage } from "../../../payouts/rules.ts";
import { streamDueCsv, streamPaidCsv } from "../../../payouts/stream-payout-csv.ts";
import type { Commands } from "../command.ts";
import { getUserByEmail } from "../list-users.ts";
import { dayReader, readEmail, readId, readReason, usageError } from "../read-input.ts";
import { afterOption, csvOption, explainNextPage, limitOption } from "../read-page.ts";

export function addPayoutCommands({ add, plan }: Commands): void {
  add(
    "payouts list-due",
    "list credited earnings that were not paid yet, by interviewer; --csv writes all of them",
  )
    .addOption(limitOption)
    .addOption(afterOption)
    .addOption(csvOption)
    .action(({ csv, limit, after }) =>
      plan(async (deps) => {
        await recordCommand(deps, "payouts-list-due");
        if (csv === true) return { file: streamDueCsv(deps.database) };
        const { rows, next } = await listDuePage(deps.database, { limit, after });
        return {
          rows: rows.map(({ email, name, amountPaise, lines }) => ({
            email,
            name,
            rupees: rupeesFromPaise(amountPaise),
            lines,
          })),
          ...explainNextPage(next),
        };
      }),
    );
  add("payouts mark-paid", "record that the amount due to this interviewer was transferred", {
    confirmation:
      "This permanently records that the money was transferred, and tells the interviewer by email.",
  })
    .argument("<email>", "the interviewer", readEmail)
    .requiredOption("--reference <text>", "the bank's reference, at most 100 characters", readReference)
    .option("--rupees <sum>", "only if this is still the sum, as in 346.50", readAmount)
    .action((email, { reference, rupees: amountPaise = null }) =>
      plan(async (deps) => {
        const { id } = await getUserByEmail(deps.database, email);
        const payout = { interviewer: { id, email }, reference, amountPaise };
        const { amountPaise: paid, interviews } = await payOut(deps, payout, "command line");
        return {
          msg: `${formatPaise(paid)} for ${countOf(interviews, "interview")} is marked as paid to ${email}.`,
        };
      }),
    );
  add("payouts csv", "write every paid entry as CSV, for the books")
    .argument("[email]", "only those of this interviewer", readEmail)
    .option(
      "--from <day>",
      "paid on this day in the business's time zone or later, as in 2026-11-01",
      dayReader("--from"),
    )
    .option("--to <day>", "paid on this day or earlier, as in 2026-11-30", dayReader("--to"))
    .action((email, { from, to }) => {
      if (from !== undefined && to !== undefined && to < from) {
        throw usageError("--to is before --from.");
      }
      plan(async (deps) => {
        const user = email === undefined ? null : await getUserByEmail(deps.database, email);
        const days = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
        await recordCommand(deps, "payouts-csv", user === null ? "everybody" : `user:${user.id}`, days);
        return { file: streamPaidCsv(deps, { interviewerId: user?.id, from, to }) };
      });
    });
  add(
    "earnings reverse",
    "take back the earning of an interview; if it was paid, the next payout is reduced",
    {
      confirmation:
        "This takes back the interviewer's money for this interview. They get your reason by email.",
    },
  )
    .argument("<booking id>", "as the list of bookings shows it", readId("bookings"))
    .requiredOption("--reason <text>", "why; the interviewer gets it by email", readReason)
    .action((bookingId, { reason }) =>
      plan(async (deps) => {
        const { wasPaid } = await reverseEarning(deps, { bookingId, reason, actor: "command line" });
        return {
          msg: wasPaid
            ? `The earning is taken back. ${nextPayoutReducedMessage}`
            : "The earning is taken back.",
        };
      }),
    );
}

function readReference(value: string): string {
  const reference = value.trim();
  if (reference === "" || reference.length > 100) {
    throw usageError('Give the bank\'s reference, in at most 100 characters: --reference "…"');
  }
  return reference;
}

/** Paise. */
function readAmount(rupees: string): Paise {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(rupees)) throw usageError("--rupees is a sum like 346.50.");
  return paiseFromRupees(Number(rupees));
}
