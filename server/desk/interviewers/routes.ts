import * as applications from "@greenroom/contract/desk/applications.ts";
import { listInterviewerQuality } from "@greenroom/contract/desk/interviewers.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind, sendPage } from "../../kernel/http/bind.ts";
import { sendBytes } from "../../kernel/http/uploads-and-downloads.ts";
import { bindAction } from "../bind-action.ts";
import { approve, ask, decline, erase, inviteToTrial } from "./application-actions.ts";
import { exportApplications, getApplication, listApplications } from "./get-application.ts";
import { listQuality } from "./list-quality.ts";

/** Interviewers at the operator's desk: their quality, and applications. */
export function registerInterviewerDeskRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, listInterviewerQuality, async (call) =>
    sendPage(call, await listQuality(deps.database, call.query)),
  );
  bind(app, deps, applications.listApplications, async (call) =>
    sendPage(call, await listApplications(deps, call.actor, call.query)),
  );
  bind(app, deps, applications.getApplication, ({ actor, params }) => getApplication(deps, actor, params.id));
  bind(app, deps, applications.exportApplication, async ({ actor, params, reply }) => {
    const content = await exportApplications(deps, actor, params.id);
    return sendBytes(reply, { content, contentType: "application/json", fileName: "application.json" });
  });
  bindAction(app, deps, applications.requestApplicantDetails, ask);
  bindAction(app, deps, applications.inviteToTrial, inviteToTrial);
  bindAction(app, deps, applications.approveApplication, approve);
  bindAction(app, deps, applications.declineApplication, decline);
  bindAction(app, deps, applications.eraseApplications, erase);
}
