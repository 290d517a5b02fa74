import { getFeedbackFile } from "@greenroom/contract/review/feedback.ts";
import { call } from "../../../api/client.ts";
import { useOpenFile } from "../../../api/use-open-file.ts";

const messages = {
  failed: "❌ Failed to generate download link for the feedback file.",
  network: "❌ Network error while requesting feedback download.",
};

/** Opens the mentor's PDF of a booking in a new tab. */
export function useOpenFeedbackFile() {
  const { open, ...file } = useOpenFile({ title: "Feedback file", messages });
  return {
    ...file,
    /** Call it in the click handler itself, or the browser blocks the new tab. */
    open: (bookingId: string) =>
      open(async () => (await call(getFeedbackFile, { params: { bookingId } })).feedbackFileUrl),
  };
}
