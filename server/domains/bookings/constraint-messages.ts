import { AppError } from "../../core/errors.ts";

const slotTakenMessage = "This slot has just been taken. Please choose another one.";

/** The messages for users when a constraint of this domain refuses a write. */
export const bookingConstraintMessages = {
  bookings_no_overlap: "You already have an interview at this time.",
  bookings_one_live_per_slot: slotTakenMessage,
  booking_in_time:
    "This slot can no longer be booked: its interviewer needs longer notice. Please choose another one.",
  booking_of_an_account: "This account no longer exists.",
  no_show_one_report_a_party: "You have reported this already.",
};

export function slotTakenError(): AppError {
  return new AppError("slot_taken", { msg: slotTakenMessage });
}
