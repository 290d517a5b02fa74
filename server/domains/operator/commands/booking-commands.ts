import { cancelForOperator } from "../../bookings/cancel-for-operator.ts";
import type { CommandGroup } from "../command.ts";
import { listBookings } from "../list-bookings.ts";
import { readId, readNothing, readReason } from "../read-input.ts";
import { recordCommand } from "../record-command.ts";

export const bookingCommands: CommandGroup = {
  "bookings list": {
    usage: "bookings list",
    alias: "list-bookings",
    summary: "every booking with its two parties",
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
};
