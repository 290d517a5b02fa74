import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { getOwnBooking } from "../bookings/find-booking.ts";
import { refuseWhileHeld } from "../files/scan-file.ts";
import { findFeedbackFile } from "./store.ts";

/** How long a link to a file is good. */
const linkMinutes = 5;

/** A short-lived link to the mentor's PDF of a booking of mine. Throws `not_found` when there is no such booking or file,
 * `conflict` while the file is held back, `unavailable` when the storage is away. */
export async function getFeedbackFile(
  deps: Deps,
  actor: Actor,
  bookingId: string,
): Promise<{ feedbackFileUrl: string; msg: string }> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  const file = await findFeedbackFile(deps.database, booking.id);
  if (file === undefined) {
    throw new AppError("not_found", { msg: "No feedback file has been uploaded for this interview yet." });
  }
  refuseWhileHeld(file);
  const wish = { fileName: file.fileName, seconds: linkMinutes * 60, now: deps.clock.now() };
  const feedbackFileUrl = await deps.storage.signedUrl(file.storageKey, wish).catch((cause: unknown) => {
    throw new AppError("unavailable", {
      msg: "Failed to generate download link for the feedback file.",
      retryAfterSeconds: 30,
      cause,
    });
  });
  return { feedbackFileUrl, msg: `This link is good for ${linkMinutes} minutes.` };
}
