import { getDashboardStats as getDashboardStatsEndpoint } from "@greenroom/contract/money/earnings.ts";
import {
  getFeedbackFile as getFeedbackFileEndpoint,
  giveFeedback as giveFeedbackEndpoint,
  listFeedback as listFeedbackEndpoint,
  recordWritingTime as recordWritingTimeEndpoint,
  uploadFeedbackFile as uploadFeedbackFileEndpoint,
  writeFeedbackReport as writeFeedbackReportEndpoint,
} from "@greenroom/contract/review/feedback.ts";
import {
  getCandidateProgress as getCandidateProgressEndpoint,
  getProgress as getProgressEndpoint,
  tickExercise as tickExerciseEndpoint,
} from "@greenroom/contract/review/progress.ts";
import {
  disputeClaimAsInterviewer,
  disputeClaim as disputeClaimEndpoint,
  downloadReport as downloadReportEndpoint,
  getReportAsInterviewer,
  getReport as getReportEndpoint,
  prepareDeviceDraft as prepareDeviceDraftEndpoint,
  rateReport as rateReportEndpoint,
  saveDeviceDraft as saveDeviceDraftEndpoint,
  tickStep as tickStepEndpoint,
} from "@greenroom/contract/review/reports.ts";
import { toRubric } from "@greenroom/contract/review/rubric.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../kernel/deps.ts";
import { bind, sendPage } from "../kernel/http/bind.ts";
import { receiveUpload, sendBytes } from "../kernel/http/uploads-and-downloads.ts";
import { hashOf, isAnswered, readIdempotencyKey, readKeyedRequest } from "../kernel/idempotency.ts";
import { pdfUpload } from "../kernel/pdf/clean-pdf.ts";
import {
  getBookingForUpload,
  getFeedbackFile,
  uploadFeedbackFile,
  writeFeedbackReport,
} from "./feedback/feedback-file.ts";
import { recordWritingTime } from "./feedback/scores.ts";
import { getCandidateProgress, getProgress, tickExercise, tickStep } from "./progress.ts";
import { getDashboardStats, giveFeedback, listFeedback } from "./ratings.ts";
import { prepareDeviceDraft, saveDeviceDraft } from "./reports/device-draft.ts";
import { downloadReport } from "./reports/download-report.ts";
import { disputeClaim, getReport, rateReport } from "./reports/read.ts";

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

export function registerReportRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, getReportEndpoint, ({ actor, params }) =>
    getReport(deps, actor, params.bookingId, "interviewee"),
  );
  bind(app, deps, getReportAsInterviewer, ({ actor, params }) =>
    getReport(deps, actor, params.bookingId, "interviewer"),
  );
  bind(app, deps, downloadReportEndpoint, async ({ actor, params, reply }) => {
    const { content, fileName } = await downloadReport(deps, actor, params.bookingId);
    return sendBytes(reply, { content, contentType: "application/pdf", fileName });
  });
  bind(app, deps, prepareDeviceDraftEndpoint, ({ actor, params }) =>
    prepareDeviceDraft(deps, actor, params.bookingId),
  );
  bind(app, deps, saveDeviceDraftEndpoint, ({ actor, params, body }) =>
    saveDeviceDraft(deps, actor, { ...params, ...body }),
  );
  bind(app, deps, disputeClaimEndpoint, ({ actor, params, body }) =>
    disputeClaim(deps, actor, "interviewee", { ...params, ...body }),
  );
  bind(app, deps, disputeClaimAsInterviewer, ({ actor, params, body }) =>
    disputeClaim(deps, actor, "interviewer", { ...params, ...body }),
  );
  bind(app, deps, rateReportEndpoint, ({ actor, params, body }) =>
    rateReport(deps, actor, { ...params, ...body }),
  );
}

export function registerProgressRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, getProgressEndpoint, ({ actor }) => getProgress(deps, actor));
  bind(app, deps, getCandidateProgressEndpoint, ({ actor, params }) =>
    getCandidateProgress(deps, actor, params.userId),
  );
  bind(app, deps, tickExerciseEndpoint, ({ actor, params, body }) =>
    tickExercise(deps, actor, { ...params, ...body }),
  );
  bind(app, deps, tickStepEndpoint, ({ actor, params, body }) =>
    tickStep(deps, actor, { ...params, ...body }),
  );
}
