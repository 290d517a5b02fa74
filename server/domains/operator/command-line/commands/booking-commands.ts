import { bookingStatuses, parties } from "@greenroom/contract/bookings.ts";
import { instantSchema } from "@greenroom/contract/core/time.ts";
import { daySchema } from "@greenroom/contract/weekly-availability.ts";
import { z } from "zod";
import { recordCommand } from "../../../../audit/record-command.ts";
import { cancelAsOperator } from "../../../bookings/lifecycle/cancel-as-operator.ts";
import { decideNoShow } from "../../../bookings/no-shows/decide-no-show.ts";
import { nextPayoutReducedMessage } from "../../../payouts/rules.ts";
import { cancelDay } from "../../bookings/cancel-day.ts";
import type { Commands } from "../command.ts";
import { listBookingsWithParties, readBookingsWithParties } from "../list-bookings.ts";
import { getUserByEmail } from "../list-users.ts";
import { readEmail, readId, readReason, readWithSchema } from "../read-input.ts";
import { afterOption, csvOption, explainNextPage, limitOption } from "../read-page.ts";
import { streamTable } from "../stream-table.ts";

export function addBookingCommands({ add, plan }: Commands): void {
  add("bookings list", "list bookings with both parties and the meeting's provider, latest start first", {
    alias: "list-bookings",
  })
    .argument("[email]", "only those of this person", readEmail)
    .option("--status <status>", `one of: ${bookingStatuses.join(", ")}`, readStatus)
    .option(
      "--from <time>",
      "starts at this time or later, as in 2026-11-20T00:00:00Z",
      readInstant("--from"),
    )
    .option("--to <time>", "starts before this time", readInstant("--to"))
    .addOption(limitOption)
    .addOption(afterOption)
    .addOption(csvOption)
    .action((email, { status, from, to, limit, after, csv }) =>
      plan(async (deps) => {
        const user = email === undefined ? null : await getUserByEmail(deps.database, email);
        await recordCommand(deps, "bookings-list", user === null ? "everybody" : `user:${user.id}`);
        const selection = { status, from, to, userId: user?.id ?? null };
        if (csv === true) {
          return { file: streamTable(readBookingsWithParties(deps.database, selection), presentBooking) };
        }
        const { rows, next } = await listBookingsWithParties(deps.database, selection, { limit, after });
        return { rows: rows.map(presentBooking), ...explainNextPage(next) };
      }),
    );
  add("bookings cancel", "cancel an interview and return its session", {
    confirmation: "This cancels the interview and returns its session. Both parties get an email.",
  })
    .argument("<id>", "as the list of bookings shows it", readId("bookings"))
    .requiredOption("--reason <text>", "why; both parties read it", readReason)
    .action((bookingId, { reason }) =>
      plan(async (deps) => {
        await cancelAsOperator(deps, { bookingId, reason, actor: "command line" });
        return {
          msg: "The interview is canceled, and its session has been returned. Both parties get an email.",
        };
      }),
    );
  add("bookings cancel-day", "cancel an interviewer's whole day, and close the day's free times", {
    confirmation:
      "This cancels that day's interviews that have not begun and returns their sessions. Everybody gets an email.",
  })
    .argument("<email>", "the interviewer", readEmail)
    .argument("<day>", "as in 2026-11-27, in the business's time zone", readDay)
    .option("--keep-free-times", "leave the day's other free times bookable")
    .requiredOption("--reason <text>", "why; both parties read it", readReason)
    .action((email, day, { keepFreeTimes = false, reason }) =>
      plan(async (deps) => {
        const { id: interviewerId } = await getUserByEmail(deps.database, email);
        const asked = { interviewerId, day, closesDay: !keepFreeTimes, reason };
        const { canceled, closed, leftAlone } = await cancelDay(deps, { ...asked, actor: "command line" });
        const what = `${canceled} interview${canceled === 1 ? " is" : "s are"} canceled`;
        const returned =
          canceled === 0 ? "" : " The sessions have been returned, and everybody gets an email.";
        const times = `${closed} free time${closed === 1 ? " is" : "s are"} closed by a day off`;
        const off = closed === 0 ? "" : ` ${times}, which the interviewer can end under Weekly hours.`;
        return { msg: `${what}.${returned}${off}${leftAlone}` };
      }),
    );
  add("bookings settle-no-show", "decide a no-show report that the room's record contradicts", {
    confirmation:
      "This decides the report for good, and with it the session and the money. Both parties get your reason by email.",
  })
    .argument("<id>", "as the list of bookings shows it", readId("bookings"))
    .requiredOption(
      "--outcome <upheld|rejected>",
      "upheld: the other party did not attend; rejected: nothing changes",
      readOutcome,
    )
    .option(`--reporter <${parties.join("|")}>`, "whose report it is, if both reported", readReporter)
    .requiredOption("--reason <text>", "why; both parties read it", readReason)
    .action((bookingId, { outcome, reporter, reason }) =>
      plan(async (deps) => {
        const decision = { bookingId, outcome, reporter, reason, actor: "command line" } as const;
        const { wasPaid } = await decideNoShow(deps, decision);
        if (outcome === "rejected") {
          return { msg: "The report is rejected, and nothing changes. Both parties get an email." };
        }
        const paid = wasPaid ? ` ${nextPayoutReducedMessage}` : "";
        return {
          msg: `The report is upheld, and the session and the money were transferred. Both parties get an email.${paid}`,
        };
      }),
    );
}

const readStatus = (value: string) =>
  readWithSchema(z.enum(bookingStatuses), value, `--status must be one of: ${bookingStatuses.join(", ")}.`);

const readDay = (value: string) => readWithSchema(daySchema, value, "Give the day, as in: 2026-11-27");

const readInstant = (name: string) => (value: string) =>
  readWithSchema(instantSchema, value, `${name} must be a time with its zone, as in 2026-11-20T00:00:00Z.`);

const readOutcome = (value: string) =>
  readWithSchema(
    z.enum(["upheld", "rejected"]),
    value,
    "--outcome must be upheld (the other party did not attend) or rejected (nothing changes).",
  );

const readReporter = (value: string) =>
  readWithSchema(z.enum(parties), value, `--reporter must be ${parties.join(" or ")}: whose report it is.`);

function presentBooking(booking: Awaited<ReturnType<typeof listBookingsWithParties>>["rows"][number]) {
  return {
    start: booking.startsAt.toISOString(),
    status: booking.status,
    interviewee: booking.interviewee,
    interviewer: booking.interviewer,
    meeting: booking.meeting ?? "none yet",
    id: booking.id,
  };
}
