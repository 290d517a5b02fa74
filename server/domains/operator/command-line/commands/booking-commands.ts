import { bookingStatuses, parties } from "@greenroom/contract/bookings.ts";
import { instantSchema } from "@greenroom/contract/core/time.ts";
import { z } from "zod";
import { recordCommand } from "../../../../audit/record-command.ts";
import { cancelAsOperator } from "../../../bookings/lifecycle/cancel-as-operator.ts";
import { decideNoShow } from "../../../bookings/no-shows/decide-no-show.ts";
import { nextPayoutReducedMessage } from "../../../payouts/rules.ts";
import type { CommandGroup, CommandInput } from "../command.ts";
import { getUserByEmail } from "../get-user.ts";
import { listBookingsWithParties, readBookingsWithParties } from "../list-bookings.ts";
import { readEmail, readId, readReason, readWithSchema } from "../read-input.ts";
import { explainNextPage, pageOptions, pageUsage, readPageOptions } from "../read-page.ts";
import { streamTable } from "../stream-table.ts";

export const bookingCommands: CommandGroup = {
  "bookings list": {
    usage: `bookings list [email] [--status <status>] [--from <time>] [--to <time>] ${pageUsage} [--csv]`,
    alias: "list-bookings",
    summary:
      "bookings with their two parties and who holds the meeting, the latest start first; --csv: all of them as a file",
    options: ["status", "from", "to", ...pageOptions],
    flags: ["csv"],
    async run(deps, input) {
      const isOfOne = input.positionals.length > 0;
      const filter = readFilter(input);
      const page = readPageOptions(input);
      const user = isOfOne ? await getUserByEmail(deps.database, readEmail(input, "bookings list")) : null;
      await recordCommand(deps, "bookings-list", user === null ? "everybody" : `user:${user.id}`);
      const selection = { ...filter, userId: user?.id ?? null };
      if (input.flags.has("csv")) {
        return { file: streamTable(readBookingsWithParties(deps.database, selection), presentBooking) };
      }
      const { rows, next } = await listBookingsWithParties(deps.database, selection, page);
      return { rows: rows.map(presentBooking), ...explainNextPage(next) };
    },
  },
  "bookings cancel": {
    usage: 'bookings cancel <id> --reason "…" --yes',
    summary: "cancel an interview; the session is returned",
    options: ["reason"],
    confirmation: "This cancels the interview: the session is returned, and both are told by email.",
    async run(deps, input) {
      const bookingId = readId(input, "bookings");
      await cancelAsOperator(deps, { bookingId, reason: readReason(input), actor: "command line" });
      return { msg: "The interview is canceled. The session is back, and both are told by email." };
    },
  },
  "bookings settle-no-show": {
    usage: `bookings settle-no-show <id> --outcome upheld|rejected [--reporter ${parties.join("|")}] --reason "…" --yes`,
    summary: "decide a no-show report that the room's record contradicts",
    options: ["outcome", "reporter", "reason"],
    confirmation:
      "This decides the report for good: session and money follow it, and both read your reason by email.",
    async run(deps, input) {
      const bookingId = readId(input, "bookings");
      const outcome = readWithSchema(
        z.enum(["upheld", "rejected"]),
        input.options.outcome,
        "--outcome must be upheld (the other did not attend) or rejected (nothing moves).",
      );
      const reporter = readWithSchema(
        z.enum(parties).optional(),
        input.options.reporter,
        `--reporter must be ${parties.join(" or ")}: whose report it is.`,
      );
      const reason = readReason(input);
      const { wasPaid } = await decideNoShow(deps, {
        bookingId,
        outcome,
        reporter,
        reason,
        actor: "command line",
      });
      if (outcome === "rejected") {
        return { msg: "The report is rejected. Nothing has moved, and both are told by email." };
      }
      const paid = wasPaid ? ` ${nextPayoutReducedMessage}` : "";
      return {
        msg: `The report is upheld. Session and money have moved, and both are told by email.${paid}`,
      };
    },
  },
};

function readFilter({ options }: CommandInput) {
  const instant = (name: "from" | "to") =>
    readWithSchema(
      instantSchema.optional(),
      options[name],
      `--${name} must be a time with its zone, as in 2026-11-20T00:00:00Z.`,
    );
  return {
    status: readWithSchema(
      z.enum(bookingStatuses).optional(),
      options.status,
      `--status must be one of: ${bookingStatuses.join(", ")}.`,
    ),
    from: instant("from"),
    to: instant("to"),
  };
}

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
