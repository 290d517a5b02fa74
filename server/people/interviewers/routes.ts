import "@fastify/multipart";
import * as invitation from "@greenroom/contract/people/interviewers.ts";
import {
  apply as applyEndpoint,
  getInterviewerProfile,
  listInterviewers as listInterviewersEndpoint,
  readInterviewerPhoto,
  removeInterviewerPhoto,
  saveInterviewerProfile,
  uploadInterviewerPhoto,
} from "@greenroom/contract/people/interviewers.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind, sendPage } from "../../kernel/http/bind.ts";
import { receiveUpload, sendBytes } from "../../kernel/http/uploads-and-downloads.ts";
import { apply } from "./applications.ts";
import {
  getOwnProfile,
  listInterviewers,
  photoUpload,
  readPhoto,
  saveProfile,
  setPhoto,
} from "./interviewer-profile.ts";
import { acceptOwnInvitation, declineOwnInvitation, getOwnInvitation } from "./invitations.ts";

export function registerInterviewerRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, applyEndpoint, ({ body }) => apply(deps, body));
  bind(app, deps, invitation.getInterviewerInvitation, ({ actor }) => getOwnInvitation(deps, actor));
  bind(app, deps, invitation.acceptInterviewerInvitation, ({ actor }) => acceptOwnInvitation(deps, actor));
  bind(app, deps, invitation.declineInterviewerInvitation, ({ actor }) => declineOwnInvitation(deps, actor));
  bind(app, deps, getInterviewerProfile, ({ actor }) => getOwnProfile(deps, actor));
  bind(app, deps, saveInterviewerProfile, ({ actor, body }) => saveProfile(deps, actor, body));
  bind(app, deps, uploadInterviewerPhoto, ({ actor, request }) =>
    receiveUpload(request, photoUpload, ({ content }) => setPhoto(deps, actor, content)),
  );
  bind(app, deps, removeInterviewerPhoto, ({ actor }) => setPhoto(deps, actor, null));
  bind(app, deps, listInterviewersEndpoint, async (call) =>
    sendPage(call, await listInterviewers(deps, call.query)),
  );
  bind(app, deps, readInterviewerPhoto, async ({ params, reply }) => {
    const photo = await readPhoto(deps, params.file);
    // Each photo has a new name, so it can be cached. The sandbox makes it a picture and nothing else.
    reply
      .header("cache-control", "public, max-age=86400, immutable")
      .header("content-disposition", "inline")
      .header("content-security-policy", "sandbox; default-src 'none'");
    return sendBytes(reply, photo);
  });
}
