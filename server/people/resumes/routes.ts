import {
  clearResumeSchema,
  getResumePdf as getResumePdfEndpoint,
  saveResume as saveResumeEndpoint,
  uploadResume,
} from "@greenroom/contract/people/resumes/resumes.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { receiveUpload } from "../../kernel/http/files/receive-upload.ts";
import { parseJsonBody } from "../../kernel/http/parse-json-body.ts";
import { pdfUpload } from "../../kernel/pdf/pdf-upload.ts";
import { getProfile } from "../accounts/profile/find-people.ts";
import { clearResumeFile } from "./file/clear-resume-file.ts";
import { uploadResumeFile } from "./file/upload-resume-file.ts";
import { getResumePdf } from "./pdf/get-resume-pdf.ts";
import { readExpectedVersion } from "./rules.ts";
import { saveResume } from "./save-resume.ts";

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
