import * as people from "@greenroom/contract/desk/people.ts";
import * as actions from "@greenroom/contract/desk/person-actions.ts";
import {
  openSeeAs as openSeeAsEndpoint,
  startSeeAs as startSeeAsEndpoint,
} from "@greenroom/contract/desk/see-as.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind, sendPage } from "../../kernel/http/bind.ts";
import { readerSignal, sendBytes } from "../../kernel/http/uploads-and-downloads.ts";
import { downloadData } from "../../people/privacy/download-data.ts";
import { bindAction } from "../bind-action.ts";
import { openSeeAs, startSeeAs } from "../see-as/see-as.ts";
import { block, changeAccountDetails, deleteAccountOf, signOut, unblock } from "./account-actions.ts";
import { getAccount } from "./get-account.ts";
import { getPerson, recordPersonView } from "./get-person.ts";
import { getTimeline } from "./get-timeline.ts";
import { bindGrantSessions } from "./grant-sessions.ts";
import { searchPeople } from "./search-people.ts";
import { changeRole, resend } from "./support-actions.ts";
import { takeBack } from "./take-back-grant.ts";

/** People at the operator's desk: search, a page for each person, and the actions on a person. */
export function registerPeopleRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, people.listPeople, async (call) =>
    sendPage(call, await searchPeople(deps, call.actor, call.query)),
  );
  bind(app, deps, people.getPerson, ({ actor, params }) => getPerson(deps, actor, params.id));
  bind(app, deps, people.getTimeline, async (call) => {
    const { actor, params, query } = call;
    const { id: userId, email } = await getAccount(deps.database, params.id);
    const page = await getTimeline(deps.database, { userId, email }, query);
    await recordPersonView(deps, actor, {
      action: "desk.timeline-viewed",
      userId,
      details: { kind: query.kind },
    });
    return sendPage(call, page);
  });
  bind(app, deps, people.exportPersonData, async ({ actor, params, reply }) => {
    const { id: userId } = await getAccount(deps.database, params.id);
    await recordPersonView(deps, actor, { action: "desk.data-exported", userId });
    const content = await downloadData(deps, { userId }, readerSignal(reply));
    return sendBytes(reply, { content, contentType: "application/zip", fileName: "personal-data.zip" });
  });
  bind(app, deps, startSeeAsEndpoint, ({ actor, params, body }) =>
    startSeeAs(deps, actor, { userId: params.id, reason: body.reason }),
  );
  bind(app, deps, openSeeAsEndpoint, ({ actor, body }) => openSeeAs(deps, actor, body.code));
  bindAction(app, deps, actions.blockPerson, block);
  bindAction(app, deps, actions.unblockPerson, unblock);
  bindAction(app, deps, actions.signPersonOut, signOut);
  bindAction(app, deps, actions.changePersonDetails, changeAccountDetails);
  bindAction(app, deps, actions.deletePerson, deleteAccountOf);
  bindGrantSessions(app, deps);
  bindAction(app, deps, actions.takeBackGrant, takeBack);
  bindAction(app, deps, actions.resendMail, resend);
  bindAction(app, deps, actions.changePersonRole, changeRole);
}
