import { uploadFeedbackFile } from "@greenroom/contract/feedback.ts";
import { useUpload } from "../../../api/use-upload.ts";

const sentences = {
  failed: "❌ Failed to upload feedback file.",
  network: "⚠️ Network error uploading file.",
};

/** What is said when the file has arrived (spec §8). */
export const uploaded = "✅ Feedback file uploaded successfully!";

/** Sends the mentor's PDF of one booking; `onUploaded` is awaited before the upload counts as done. */
export function useFeedbackUpload(bookingId: string, onUploaded: () => Promise<void>) {
  return useUpload(uploadFeedbackFile, { params: { bookingId }, sentences, onUploaded });
}
