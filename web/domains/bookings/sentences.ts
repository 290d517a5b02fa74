/** What the screens of bookings say (spec §5, §8). A sentence of the server's own comes before `failed`. */
const network = "⚠️ Network error. Please check your connection.";

export const sentences = {
  loading: "Error connecting to the server. Please try again later.",
  noSlotChosen: "Please select an available slot.",
  booking: { failed: "❌ Booking failed", network },
  meeting: { failed: "❌ The meeting could not be created.", network },
  bookingKept:
    "Your booking is kept, and its meeting is still being made. The link appears under Your Upcoming Bookings.",
  sessionsLoading: "Failed to load sessions.",
} as const;

/** The sentence of a failure as a red message, whether the server wrote the sign in front of it or not. */
export function inRed(sentence: string): string {
  return sentence.startsWith("❌") ? sentence : `❌ ${sentence}`;
}
