import { getDashboardStats as getDashboardStatsEndpoint } from "@greenroom/contract/money/earnings.ts";
import * as feedback from "@greenroom/contract/review/feedback.ts";
import * as progress from "@greenroom/contract/review/progress.ts";
import * as reports from "@greenroom/contract/review/reports.ts";
import { toRubric } from "@greenroom/contract/review/rubric-schema.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../kernel/deps.ts";
import { bind, sendPage } from "../kernel/http/bind.ts";
import { receiveUpload } from "../kernel/http/uploads-and-downloads.ts";
import { hashOf, isAnswered, readIdempotencyKey, readKeyedRequest } from "../kernel/idempotency.ts";
import { pdfUpload } from "../kernel/pdf/clean-pdf.ts";
import {
  getBookingForUpload,
  getFeedbackFile,
  uploadFeedbackFile,
  writeFeedbackReport,
} from "./feedback/feedback-file.ts";
import { getCandidateProgress, getProgress, tickExercise, tickStep } from "./progress.ts";
import { getDashboardStats, giveFeedback, listFeedback } from "./ratings.ts";
import { disputeClaim, getReport, rateReport } from "./reports/read.ts";

export function registerFeedbackRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, feedback.listFeedback, async (call) =>
    sendPage(call, await listFeedback(deps, call.actor, call.query)),
  );
  bind(app, deps, feedback.giveFeedback, ({ actor, body, request }) =>
    giveFeedback(deps, actor, body, readKeyedRequest(request.headers, actor, feedback.giveFeedback, body)),
  );
  bind(app, deps, feedback.uploadFeedbackFile, async ({ actor, params, request }) => {
    const { bookingId } = params;
    const key = readIdempotencyKey(request.headers);
    // Refused before the upload is read, unless it repeats a request whose response was lost. That
    // is checked after the refusal, because the first request may be stored in between.
    await getBookingForUpload(deps, actor, bookingId).catch(async (refusal: unknown) => {
      if (!(await isAnswered(deps.database, actor, key))) throw refusal;
    });
    return receiveUpload(request, pdfUpload("feedback"), (file) => {
      const sent = { bookingId, fileName: file.fileName, content: hashOf(file.content).toString("hex") };
      const keyed = readKeyedRequest(request.headers, actor, feedback.uploadFeedbackFile, sent);
      return uploadFeedbackFile(deps, actor, { bookingId, file }, keyed);
    });
  });
  bind(app, deps, feedback.writeFeedbackReport, async ({ actor, params, body, request }) => {
    const written = { bookingId: params.bookingId, rubric: toRubric(body) };
    const keyed = readKeyedRequest(request.headers, actor, feedback.writeFeedbackReport, written);
    return writeFeedbackReport(deps, actor, written, keyed);
  });
  bind(app, deps, feedback.getFeedbackFile, ({ actor, params }) =>
    getFeedbackFile(deps, actor, params.bookingId),
  );
  bind(app, deps, getDashboardStatsEndpoint, ({ actor }) => getDashboardStats(deps, actor));
}

export function registerReportRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, reports.getReport, ({ actor, params }) =>
    getReport(deps, actor, params.bookingId, "interviewee"),
  );
  bind(app, deps, reports.getReportAsInterviewer, ({ actor, params }) =>
    getReport(deps, actor, params.bookingId, "interviewer"),
  );
  bind(app, deps, reports.disputeClaim, ({ actor, params, body }) =>
    disputeClaim(deps, actor, "interviewee", { ...params, ...body }),
  );
  bind(app, deps, reports.disputeClaimAsInterviewer, ({ actor, params, body }) =>
    disputeClaim(deps, actor, "interviewer", { ...params, ...body }),
  );
  bind(app, deps, reports.rateReport, ({ actor, params, body }) =>
    rateReport(deps, actor, { ...params, ...body }),
  );
}

export function registerProgressRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, progress.getProgress, ({ actor }) => getProgress(deps, actor));
  bind(app, deps, progress.getCandidateProgress, ({ actor, params }) =>
    getCandidateProgress(deps, actor, params.userId),
  );
  bind(app, deps, progress.tickExercise, ({ actor, params, body }) =>
    tickExercise(deps, actor, { ...params, ...body }),
  );
  bind(app, deps, reports.tickStep, ({ actor, params, body }) =>
    tickStep(deps, actor, { ...params, ...body }),
  );
}
