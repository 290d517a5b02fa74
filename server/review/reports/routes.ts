import {
  prepareDeviceDraft as prepareDeviceDraftEndpoint,
  saveDeviceDraft as saveDeviceDraftEndpoint,
} from "@greenroom/contract/review/reports/device-draft.ts";
import {
  disputeClaimAsInterviewer,
  disputeClaim as disputeClaimEndpoint,
  downloadReport as downloadReportEndpoint,
  getReportAsInterviewer,
  getReport as getReportEndpoint,
  rateReport as rateReportEndpoint,
} from "@greenroom/contract/review/reports/reports.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { sendBytes } from "../../kernel/http/files/send-bytes.ts";
import { disputeClaim, rateReport } from "./answers/answer-report.ts";
import { prepareDeviceDraft } from "./device/prepare-device-draft.ts";
import { saveDeviceDraft } from "./device/save-device-draft.ts";
import { downloadReport } from "./document/download-report.ts";
import { getReport } from "./get-report.ts";

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
