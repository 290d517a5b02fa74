import type { Endpoint } from "@greenroom/contract/endpoint.ts";
import {
  getCandidateFile,
  getCandidatePdf,
  getCandidateProfile,
  getResumePdf,
  saveResume,
  uploadResume,
} from "@greenroom/contract/resumes.ts";
import { afterEach, describe, expect, it, vi } from "vitest";
import { call } from "../../api/client.ts";
import { messageOf } from "../../api/errors.ts";
import { sentences } from "./sentences.ts";

const userId = "0190a5b8-7c00-7000-8000-00000000000f";

/** What the screen says after a call that came to `answer`. */
async function said(
  endpoint: Endpoint,
  words: { failed: string; network: string },
  answer: () => Promise<Response>,
) {
  vi.stubGlobal("fetch", vi.fn(answer));
  const input = { params: { userId }, body: {} } as never;
  const error = await call(endpoint, input).catch((thrown: unknown) => thrown);
  return messageOf(error, words);
}

afterEach(() => vi.unstubAllGlobals());

/** Spec §8, Profile and Interviewer: each sentence for its cause, and only for it. */
describe.each([
  ["saving", saveResume, sentences.save, "Failed to save resume.", "Error saving resume."],
  ["exporting", getResumePdf, sentences.exportPdf, "Failed to export PDF.", "Error exporting PDF."],
  [
    "uploading",
    uploadResume,
    sentences.upload,
    "Failed to upload resume file.",
    "Error uploading resume file.",
  ],
  ["clearing", uploadResume, sentences.clear, "Failed to clear resume file.", "Network error."],
  [
    "viewing the file",
    getResumePdf,
    sentences.link,
    "Failed to generate secure link. Ensure B2 is configured and file exists.",
    "Network error while generating secure link.",
  ],
  [
    "a candidate",
    getCandidateProfile,
    sentences.candidate,
    "Failed to load candidate resume data.",
    "Network error fetching resume details.",
  ],
  [
    "a candidate's PDF",
    getCandidatePdf,
    sentences.candidatePdf,
    "An error occurred while attempting to check structured resume details.",
    "An error occurred while attempting to check structured resume details.",
  ],
  [
    "a candidate's file",
    getCandidateFile,
    sentences.candidateFile,
    "Failed to download uploaded file. Check S3 configuration or file permissions.",
    "Network error while generating secure download link.",
  ],
] as const)("%s", (_name, endpoint, words, failed, network) => {
  it("says the server's own word first, else that it failed, else that nobody answered", async () => {
    const answer = (body: string, status: number) => () => Promise.resolve(new Response(body, { status }));
    expect(await said(endpoint, words, answer('{"msg":"Not today."}', 409))).toBe("Not today.");
    expect(await said(endpoint, words, answer("<h1>Bad gateway</h1>", 502))).toBe(failed);
    expect(await said(endpoint, words, () => Promise.reject(new TypeError("Failed to fetch")))).toBe(network);
  });
});
