import { getFeedbackFile } from "@greenroom/contract/feedback.ts";
import { call } from "../../../api/client.ts";
import { useOpenFile } from "../../../api/use-open-file.ts";

const sentences = {
  failed: "❌ Failed to generate download link for the feedback file.",
  network: "❌ Network error while requesting feedback download.",
};

/** Opens the mentor's PDF of a booking in a new tab. */
export function useOpenFeedbackFile() {
  const { open, ...file } = useOpenFile({ title: "Feedback file", sentences });
  return {
    ...file,
    /** To be called in the click itself. */
    open: (bookingId: string) =>
      open(async () => (await call(getFeedbackFile, { params: { bookingId } })).feedbackFileUrl),
  };
}
