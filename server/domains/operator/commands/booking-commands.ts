import { parties } from "@greenroom/contract/bookings.ts";
import { z } from "zod";
import { cancelForOperator } from "../../bookings/cancel-for-operator.ts";
import { decideNoShow } from "../../bookings/decide-no-show.ts";
import { takenOffNext } from "../../payouts/rules.ts";
import type { CommandGroup } from "../command.ts";
import { listBookings } from "../list-bookings.ts";
import { readId, readNothing, readReason, readShaped } from "../read-input.ts";
import { recordCommand } from "../record-command.ts";

export const bookingCommands: CommandGroup = {
  "bookings list": {
    usage: "bookings list",
    alias: "list-bookings",
    summary: "every booking with its two parties and who holds its meeting",
    async run(deps, input) {
      readNothing(input);
      await recordCommand(deps, "bookings-list");
      const bookings = await listBookings(deps.database);
      return {
        rows: bookings.map((booking) => ({
          start: booking.startsAt.toISOString(),
          status: booking.status,
          interviewee: booking.interviewee,
          interviewer: booking.interviewer,
          meeting: booking.meeting ?? "none yet",
          id: booking.id,
        })),
      };
    },
  },
  "bookings cancel": {
    usage: 'bookings cancel <id> --reason "…" --yes',
    summary: "call an interview off; the session comes back",
    options: ["reason"],
    costs: "This calls the interview off: the session comes back, and both are told by mail.",
    async run(deps, input) {
      const bookingId = readId(input, "bookings");
      await cancelForOperator(deps, { bookingId, reason: readReason(input), actor: "command line" });
      return { msg: "The interview is cancelled. The session is back, and both are told by mail." };
    },
  },
  "bookings settle-no-show": {
    usage: `bookings settle-no-show <id> --outcome upheld|rejected [--reporter ${parties.join("|")}] --reason "…" --yes`,
    summary: "decide a no-show report that the room's record contradicts",
    options: ["outcome", "reporter", "reason"],
    costs:
      "This decides the report for good: session and money follow it, and both read your reason by mail.",
    async run(deps, input) {
      const bookingId = readId(input, "bookings");
      const outcome = readShaped(
        z.enum(["upheld", "rejected"]),
        input.options.outcome,
        "--outcome must be upheld (the other one did not come) or rejected (nothing moves).",
      );
      const reporter = readShaped(
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
        return { msg: "The report is rejected. Nothing has moved, and both are told by mail." };
      }
      const paid = wasPaid ? ` ${takenOffNext}` : "";
      return { msg: `The report is upheld. Session and money have moved, and both are told by mail.${paid}` };
    },
  },
};
