import { bookingStatuses, interviewDecisions } from "@greenroom/contract/bookings.ts";
import { instantSchema } from "@greenroom/contract/core/time.ts";
import { daySchema } from "@greenroom/contract/weekly-availability.ts";
import { z } from "zod";
import { recordCommand } from "../../../../audit/record-command.ts";
import { cancelAsOperator } from "../../../bookings/lifecycle/cancel-as-operator.ts";
import { decideInterview } from "../../../bookings/no-shows/decide-interview.ts";
import { cancelDay } from "../../bookings/cancel-day.ts";
import { decidedMessage } from "../../bookings/decide-desk-interview.ts";
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
  add("bookings settle-no-show", "decide an interview that a party disputes or the record leaves unclear", {
    confirmation:
      "This decides the interview for good, and with it the session and the money. Both parties get your reason by email.",
  })
    .argument("<id>", "as the list of bookings shows it", readId("bookings"))
    .requiredOption("--outcome <outcome>", `one of: ${interviewDecisions.join(", ")}`, readDecision)
    .requiredOption("--reason <text>", "why; both parties read it", readReason)
    .action((bookingId, { outcome, reason }) =>
      plan(async (deps) => {
        const decision = { bookingId, outcome, reason, actor: "command line" } as const;
        const { wasPaid } = await decideInterview(deps, decision);
        return { msg: decidedMessage(wasPaid) };
      }),
    );
}

const readStatus = (value: string) =>
  readWithSchema(z.enum(bookingStatuses), value, `--status must be one of: ${bookingStatuses.join(", ")}.`);

const readDay = (value: string) => readWithSchema(daySchema, value, "Give the day, as in: 2026-11-27");

const readInstant = (name: string) => (value: string) =>
  readWithSchema(instantSchema, value, `${name} must be a time with its zone, as in 2026-11-20T00:00:00Z.`);

const readDecision = (value: string) =>
  readWithSchema(
    z.enum(interviewDecisions),
    value,
    `--outcome must be one of: ${interviewDecisions.join(", ")}.`,
  );

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
