import {
  getFeedbackFile as getFeedbackFileEndpoint,
  giveFeedback as giveFeedbackEndpoint,
  listFeedback as listFeedbackEndpoint,
  uploadFeedbackFile as uploadFeedbackFileEndpoint,
  writeFeedbackReport as writeFeedbackReportEndpoint,
} from "@greenroom/contract/feedback.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { bind } from "../../http/bind.ts";
import { takeUpload } from "../../http/take-upload.ts";
import { pdfUpload } from "../../pdf/pdf-upload.ts";
import { getFeedbackFile } from "./get-feedback-file.ts";
import { giveFeedback } from "./give-feedback.ts";
import { listFeedback } from "./list-feedback.ts";
import { getBookingToReport, uploadFeedbackFile } from "./upload-feedback-file.ts";
import { writeFeedbackReport } from "./write-feedback-report.ts";

export function registerFeedbackRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, listFeedbackEndpoint, ({ actor }) => listFeedback(deps, actor));
  bind(app, deps, giveFeedbackEndpoint, ({ actor, body }) => giveFeedback(deps, actor, body));
  bind(app, deps, uploadFeedbackFileEndpoint, async ({ actor, params, request }) => {
    await deps.limits.count("upload-by-user", actor.userId);
    const booking = await getBookingToReport(deps, actor, params.bookingId);
    return takeUpload(request, pdfUpload("feedback"), (sent) => uploadFeedbackFile(deps, booking, sent));
  });
  bind(app, deps, writeFeedbackReportEndpoint, async ({ actor, params, body }) => {
    await deps.limits.count("upload-by-user", actor.userId);
    return writeFeedbackReport(deps, actor, { bookingId: params.bookingId, rubric: body });
  });
  bind(app, deps, getFeedbackFileEndpoint, ({ actor, params }) =>
    getFeedbackFile(deps, actor, params.bookingId),
  );
}
