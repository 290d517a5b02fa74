import { networkMessages } from "../../api/network-messages.ts";

/**
 * The messages of the booking screens (requirements §5, §8). The server's own message replaces `failed`, and ❌ comes
 * before either of them.
 */
const network = networkMessages.checkConnection;

export const bookingMessages = {
  loading: "Error connecting to the server. Please try again later.",
  noSlotChosen: "Please select an available slot.",
  booking: { failed: "Booking failed", network },
  meeting: { failed: "The meeting could not be created.", network },
  bookingUnchanged:
    "You're booked, and the meeting is still being created. The link will appear under Your Upcoming Bookings.",
  goalUnchanged: "Your changed goal was not saved. You can change it under Your Upcoming Bookings.",
  sessionsLoading: "Failed to load sessions.",
} as const;
