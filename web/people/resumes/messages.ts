import { networkMessages } from "../../api/client.ts";
/**
 * The messages of these screens (requirements §8); the server's own message comes before `failed`.
 */
export const resumeMessages = {
  save: { failed: "Failed to save resume.", network: "Error saving resume." },
  exportPdf: { failed: "Failed to export PDF.", network: "Error exporting PDF." },
  upload: { failed: "Failed to upload resume file.", network: "Error uploading resume file." },
  clear: { failed: "Failed to clear resume file.", network: networkMessages.short },
  link: {
    failed: "Failed to generate secure link. Ensure B2 is configured and file exists.",
    network: "Network error while generating secure link.",
  },
  candidate: {
    failed: "Failed to load candidate resume data.",
    network: "Network error fetching resume details.",
  },
  candidatePdf: {
    failed: "An error occurred while attempting to check structured resume details.",
    network: "An error occurred while attempting to check structured resume details.",
  },
  candidateFile: {
    failed: "Failed to download uploaded file. Check S3 configuration or file permissions.",
    network: "Network error while generating secure download link.",
  },
} as const;

export const resumeSavedMessage = "✅ Resume saved successfully!";
