import type { Actor } from "../../../kernel/actor.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { checkNotHeld } from "../../../people/files/scan-file.ts";
import { getOwnBooking } from "../../../schedule/bookings/find-booking.ts";
import { findFeedbackFile } from "../store.ts";

/** How long a link to a file is valid. */
const linkMinutes = 5;

/**
 * A short-lived link to the mentor's PDF for the actor's booking. Throws `not_found` if there is no such booking or
 * file, `conflict` while the file is held back, `unavailable` if the storage is unavailable.
 */
export async function getFeedbackFile(
  deps: Deps,
  actor: Actor,
  bookingId: string,
): Promise<{ feedbackFileUrl: string; msg: string }> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  return await signFeedbackFile(deps, booking.id);
}

/** The same for a caller who may open any booking's file. */
export async function signFeedbackFile(
  deps: Deps,
  bookingId: string,
): Promise<{ feedbackFileUrl: string; msg: string }> {
  const file = await findFeedbackFile(deps.database, bookingId);
  if (file === undefined) {
    throw new AppError("not_found", { msg: "No feedback file has been uploaded for this interview yet." });
  }
  checkNotHeld(file);
  const linkOptions = { fileName: file.fileName, seconds: linkMinutes * 60, now: deps.clock.now() };
  const feedbackFileUrl = await deps.storage
    .signedUrl(file.storageKey, linkOptions)
    .catch((cause: unknown) => {
      throw new AppError("unavailable", {
        msg: "Failed to generate download link for the feedback file.",
        retryAfterSeconds: 30,
        cause,
      });
    });
  return { feedbackFileUrl, msg: `This link is good for ${linkMinutes} minutes.` };
}
