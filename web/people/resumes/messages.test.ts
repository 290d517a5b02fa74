import type { Endpoint } from "@greenroom/contract/kernel/endpoint.ts";
import {
  getCandidateFile,
  getCandidatePdf,
  getCandidateProfile,
  getResumePdf,
  saveResume,
  uploadResume,
} from "@greenroom/contract/people/resumes/resumes.ts";
import { afterEach, describe, expect, it, vi } from "vitest";
import { call } from "../../api/client.ts";
import { errorMessage } from "../../api/errors.ts";
import { resumeMessages } from "./messages.ts";

const userId = "0190a5b8-7c00-7000-8000-00000000000f";

/** The message on the screen after a call with this response. */
async function messageAfterCall(
  endpoint: Endpoint,
  messages: { failed: string; network: string },
  answer: () => Promise<Response>,
) {
  vi.stubGlobal("fetch", vi.fn(answer));
  const input = { params: { userId }, body: {} } as never;
  const error = await call(endpoint, input).catch((thrown: unknown) => thrown);
  return errorMessage(error, messages);
}

afterEach(() => vi.unstubAllGlobals());

/** Spec §8, Profile and Interviewer: each message for its cause, and only for it. */
describe.each([
  ["saving", saveResume, resumeMessages.save, "Failed to save resume.", "Error saving resume."],
  ["exporting", getResumePdf, resumeMessages.exportPdf, "Failed to export PDF.", "Error exporting PDF."],
  [
    "uploading",
    uploadResume,
    resumeMessages.upload,
    "Failed to upload resume file.",
    "Error uploading resume file.",
  ],
  ["clearing", uploadResume, resumeMessages.clear, "Failed to clear resume file.", "Network error."],
  [
    "viewing the file",
    getResumePdf,
    resumeMessages.link,
    "Failed to generate secure link. Ensure B2 is configured and file exists.",
    "Network error while generating secure link.",
  ],
  [
    "a candidate",
    getCandidateProfile,
    resumeMessages.candidate,
    "Failed to load candidate resume data.",
    "Network error fetching resume details.",
  ],
  [
    "a candidate's PDF",
    getCandidatePdf,
    resumeMessages.candidatePdf,
    "An error occurred while attempting to check structured resume details.",
    "An error occurred while attempting to check structured resume details.",
  ],
  [
    "a candidate's file",
    getCandidateFile,
    resumeMessages.candidateFile,
    "Failed to download uploaded file. Check S3 configuration or file permissions.",
    "Network error while generating secure download link.",
  ],
] as const)("%s", (_name, endpoint, words, failed, network) => {
  it("shows the server's own message, else that it failed, else that the server did not respond", async () => {
    const answer = (body: string, status: number) => () => Promise.resolve(new Response(body, { status }));
    expect(await messageAfterCall(endpoint, words, answer('{"msg":"Not today."}', 409))).toBe("Not today.");
    expect(await messageAfterCall(endpoint, words, answer("<h1>Bad gateway</h1>", 502))).toBe(failed);
    expect(
      await messageAfterCall(endpoint, words, () => Promise.reject(new TypeError("Failed to fetch"))),
    ).toBe(network);
  });
});
