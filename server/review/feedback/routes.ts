import { getDashboardStats as getDashboardStatsEndpoint } from "@greenroom/contract/money/earnings.ts";
import {
  getFeedbackFile as getFeedbackFileEndpoint,
  giveFeedback as giveFeedbackEndpoint,
  listFeedback as listFeedbackEndpoint,
  recordWritingTime as recordWritingTimeEndpoint,
  uploadFeedbackFile as uploadFeedbackFileEndpoint,
  writeFeedbackReport as writeFeedbackReportEndpoint,
} from "@greenroom/contract/review/feedback.ts";
import { toRubric } from "@greenroom/contract/review/rubrics/rubric.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { receiveUpload } from "../../kernel/http/files/receive-upload.ts";
import { sendPage } from "../../kernel/http/send-page.ts";
import { isAnswered } from "../../kernel/idempotency/answer-once.ts";
import { hashOf, readIdempotencyKey, readKeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import { pdfUpload } from "../../kernel/pdf/pdf-upload.ts";
import { getFeedbackFile } from "./feedback-file/get-feedback-file.ts";
import { recordWritingTime } from "./feedback-file/record-writing-time.ts";
import { getBookingForUpload, uploadFeedbackFile } from "./feedback-file/upload-feedback-file.ts";
import { writeFeedbackReport } from "./feedback-file/write-feedback-report.ts";
import { getDashboardStats } from "./get-dashboard-stats.ts";
import { giveFeedback } from "./give-feedback.ts";
import { listFeedback } from "./list-feedback.ts";

export function registerFeedbackRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, listFeedbackEndpoint, async (call) =>
    sendPage(call, await listFeedback(deps, call.actor, call.query)),
  );
  bind(app, deps, giveFeedbackEndpoint, ({ actor, body, request }) =>
    giveFeedback(deps, actor, body, readKeyedRequest(request.headers, actor, giveFeedbackEndpoint, body)),
  );
  bind(app, deps, uploadFeedbackFileEndpoint, async ({ actor, params, request }) => {
    const { bookingId } = params;
    const key = readIdempotencyKey(request.headers);
    // Refused before the upload is read, unless it repeats a request whose response was lost. That
    // is checked after the refusal, because the first request may be stored in between.
    await getBookingForUpload(deps, actor, bookingId).catch(async (refusal: unknown) => {
      if (!(await isAnswered(deps.database, actor, key))) throw refusal;
    });
    return receiveUpload(request, pdfUpload("feedback"), (file) => {
      const sent = { bookingId, fileName: file.fileName, content: hashOf(file.content).toString("hex") };
      const keyed = readKeyedRequest(request.headers, actor, uploadFeedbackFileEndpoint, sent);
      return uploadFeedbackFile(deps, actor, { bookingId, file }, keyed);
    });
  });
  bind(app, deps, writeFeedbackReportEndpoint, async ({ actor, params, body, request }) => {
    const written = { bookingId: params.bookingId, rubric: toRubric(body) };
    const keyed = readKeyedRequest(request.headers, actor, writeFeedbackReportEndpoint, written);
    return writeFeedbackReport(deps, actor, written, keyed);
  });
  bind(app, deps, recordWritingTimeEndpoint, async ({ actor, params, body }) => {
    await recordWritingTime(deps, actor, { ...params, ...body });
    return undefined;
  });
  bind(app, deps, getFeedbackFileEndpoint, ({ actor, params }) =>
    getFeedbackFile(deps, actor, params.bookingId),
  );
  bind(app, deps, getDashboardStatsEndpoint, ({ actor }) => getDashboardStats(deps, actor));
}
