import { type AiReport, aiReportSchema } from "@greenroom/contract/feedback.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { findBooking } from "../bookings/find-booking.ts";
import { checkHeld } from "./rules.ts";
import { upsertAiReport } from "./store.ts";

/**
 * Keeps the AI's report of a session that was held, for its interviewee to read; made again, the later one stands.
 * Throws `not_found`, `conflict` when the session did not take place, and a ZodError for a report that is not of the
 * form: what a model wrote is checked like what a stranger sent.
 */
export async function keepAiReport(
  deps: Pick<Deps, "database" | "clock">,
  { bookingId, report }: { bookingId: string; report: AiReport },
): Promise<void> {
  const checked = aiReportSchema.parse(report);
  const booking = await findBooking(deps.database, bookingId);
  if (booking === null) throw new AppError("not_found", { msg: "This booking does not exist." });
  checkHeld(booking.status, "A report is made of a session that was held.");
  await upsertAiReport(deps.database, {
    bookingId,
    intervieweeId: booking.intervieweeId,
    report: checked,
    createdAt: deps.clock.now(),
  });
}
