import {
  clearResumeSchema,
  getResumePdf as getResumePdfEndpoint,
  saveResume as saveResumeEndpoint,
  uploadResume,
} from "@greenroom/contract/people/resumes.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind, parseJsonBody } from "../../kernel/http/bind.ts";
import { receiveUpload } from "../../kernel/http/uploads-and-downloads.ts";
import { pdfUpload } from "../../kernel/pdf/clean-pdf.ts";
import { getProfile } from "../accounts/profile.ts";
import { readExpectedVersion, saveResume } from "./resume.ts";
import { clearResumeFile, uploadResumeFile } from "./resume-file.ts";
import { getResumePdf } from "./resume-pdf.ts";

export function registerResumeRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, saveResumeEndpoint, async ({ actor, body, request, reply }) => {
    const expectedVersion = readExpectedVersion(request.headers["if-match"]);
    const version = await saveResume(deps, actor, { data: body.resumeData, expectedVersion });
    reply.header("etag", `"${version}"`);
    return getProfile(deps.database, actor.userId);
  });
  bind(app, deps, uploadResume, async ({ actor, request }) => {
    if (request.headers["content-type"]?.startsWith("application/json")) {
      parseJsonBody(request, clearResumeSchema);
      return clearResumeFile(deps, actor);
    }
    return receiveUpload(request, pdfUpload("resume"), (sent) => uploadResumeFile(deps, actor, sent));
  });
  bind(app, deps, getResumePdfEndpoint, ({ actor, query }) =>
    getResumePdf(deps, actor, { structured: query.structured === "true" }),
  );
}
