import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import "@fastify/multipart";
import * as accounts from "@greenroom/contract/people/accounts.ts";
import * as interviewers from "@greenroom/contract/people/interviewers.ts";
import * as mentors from "@greenroom/contract/people/mentors.ts";
import * as notifications from "@greenroom/contract/people/notifications.ts";
import * as privacy from "@greenroom/contract/people/privacy.ts";
import * as resumes from "@greenroom/contract/people/resumes.ts";
import type { Deps } from "../kernel/deps.ts";
import { bind, parseJsonBody, sendPage } from "../kernel/http/bind.ts";
import { readerSignal, receiveUpload, sendBytes } from "../kernel/http/uploads-and-downloads.ts";
import { pdfUpload } from "../kernel/pdf/clean-pdf.ts";
import { countCodeRequest, recognizeBrowser } from "./accounts/lockout.ts";
import { countCodeTry, requestOneTimeCode } from "./accounts/one-time-codes.ts";
import { changePassword, resetPassword } from "./accounts/passwords.ts";
import { changeAccount, changeTimeZone, getProfile } from "./accounts/profile.ts";
import { identifyRequester } from "./accounts/requester.ts";
import {
  endOtherSignIns,
  endSignIn,
  listSignIns,
  signInWithCode,
  signInWithPassword,
} from "./accounts/sign-in.ts";
import { startSignUp, verifySignUp } from "./accounts/sign-up.ts";
import { apply } from "./interviewers/applications.ts";
import { listInterviewers, photoUpload, readPhoto, setPhoto } from "./interviewers/interviewer-profile.ts";
import { acceptOwnInvitation, declineOwnInvitation, getOwnInvitation } from "./interviewers/invitations.ts";
import { getOwnPage, savePage } from "./interviewers/mentor-page.ts";
import {
  choose,
  getNotificationSettings,
  removeSubscription,
  saveSubscription,
} from "./notifications/settings.ts";
import { deleteAccount, getDeletionTermsOf, startDeletion } from "./privacy/delete-account.ts";
import { downloadData } from "./privacy/download-data.ts";
import { readExpectedVersion, saveResume } from "./resumes/resume.ts";
import { clearResumeFile, uploadResumeFile } from "./resumes/resume-file.ts";
import { getResumePdf } from "./resumes/resume-pdf.ts";

export function registerPeopleRoutes(app: FastifyInstance, deps: Deps): void {
  const requesterOf = ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) =>
    identifyRequester(deps, request, reply);

  bind(app, deps, accounts.signupStart, (call) => startSignUp(deps, call.body, requesterOf(call)));
  bind(app, deps, accounts.signupVerify, async ({ body, ...call }) => {
    const requester = requesterOf(call);
    await countCodeTry(deps, { ...body, purpose: "signup", requester });
    return verifySignUp(deps, body, requester);
  });
  bind(app, deps, accounts.signinPassword, (call) => signInWithPassword(deps, call.body, requesterOf(call)));
  bind(app, deps, accounts.signinOtpStart, async ({ body: { email }, ...call }) => {
    const requester = requesterOf(call);
    await countCodeRequest(deps, email, requester);
    await requestOneTimeCode(deps, { purpose: "signin", email, requester });
    return { msg: "If this address has an account, a 6-digit code is on its way. Check your email." };
  });
  bind(app, deps, accounts.signinOtpVerify, async ({ body, ...call }) => {
    const requester = requesterOf(call);
    await countCodeTry(deps, { email: body.email, purpose: "signin", requester });
    return signInWithCode(deps, body, requester);
  });
  bind(app, deps, accounts.forgotPassword, async ({ body: { email }, ...call }) => {
    const requester = requesterOf(call);
    await countCodeRequest(deps, email, requester);
    await requestOneTimeCode(deps, { purpose: "reset", email, requester });
    return {
      msg: "If this address has an account, a code to set a new password is on its way. Check your email.",
    };
  });
  bind(app, deps, accounts.resetPassword, async ({ body, ...call }) => {
    const requester = requesterOf(call);
    await countCodeTry(deps, { email: body.email, purpose: "reset", requester });
    return resetPassword(deps, body, requester);
  });
  bind(app, deps, accounts.recognizeBrowser, (call) =>
    recognizeBrowser(deps, call.body.token, requesterOf(call)),
  );
  bind(app, deps, accounts.signout, async ({ actor }) => {
    await deps.database
      .updateTable("authSessions")
      .set({ endedAt: deps.clock.now(), userAgent: null })
      .where("id", "=", actor.sessionId)
      .where("endedAt", "is", null)
      .execute();
    return undefined;
  });
  bind(app, deps, accounts.getProfile, ({ actor }) => getProfile(deps.database, actor.userId));
  bind(app, deps, accounts.updateTimeZone, ({ actor, body }) => changeTimeZone(deps, actor, body.timeZone));
  bind(app, deps, accounts.changePassword, (call) =>
    changePassword(deps, call.actor, call.body, requesterOf(call)),
  );

  bind(app, deps, accounts.listSignIns, ({ actor }) => listSignIns(deps, actor));
  bind(app, deps, accounts.endSignIn, async ({ actor, params }) => {
    await endSignIn(deps, actor, params.id);
    return undefined;
  });
  bind(app, deps, accounts.endOtherSignIns, ({ actor }) => endOtherSignIns(deps, actor));
  bind(app, deps, accounts.changeAccount, ({ actor, body }) => changeAccount(deps, actor, body));

  bind(app, deps, notifications.getNotificationSettings, ({ actor }) => getNotificationSettings(deps, actor));
  bind(app, deps, notifications.chooseNotification, ({ actor, body }) => choose(deps, actor, body));
  bind(app, deps, notifications.savePushSubscription, ({ actor, body }) =>
    saveSubscription(deps, actor, body),
  );
  bind(app, deps, notifications.removePushSubscription, ({ actor }) => removeSubscription(deps, actor));

  bind(app, deps, interviewers.apply, ({ body }) => apply(deps, body));
  bind(app, deps, interviewers.getInterviewerInvitation, ({ actor }) => getOwnInvitation(deps, actor));
  bind(app, deps, interviewers.acceptInterviewerInvitation, ({ actor }) => acceptOwnInvitation(deps, actor));
  bind(app, deps, interviewers.declineInterviewerInvitation, ({ actor }) =>
    declineOwnInvitation(deps, actor),
  );
  bind(app, deps, mentors.getMentorPage, ({ actor }) => getOwnPage(deps, actor));
  bind(app, deps, mentors.saveMentorPage, ({ actor, body }) => savePage(deps, actor, body));
  bind(app, deps, interviewers.uploadInterviewerPhoto, ({ actor, request }) =>
    receiveUpload(request, photoUpload, ({ content }) => setPhoto(deps, actor, content)),
  );
  bind(app, deps, interviewers.removeInterviewerPhoto, ({ actor }) => setPhoto(deps, actor, null));
  bind(app, deps, interviewers.listInterviewers, async (call) =>
    sendPage(call, await listInterviewers(deps, call.query)),
  );
  bind(app, deps, interviewers.readInterviewerPhoto, async ({ params, reply }) => {
    const photo = await readPhoto(deps, params.file);
    // Each photo has a new name, so it can be cached. The sandbox makes it a picture and nothing else.
    reply
      .header("cache-control", "public, max-age=86400, immutable")
      .header("content-disposition", "inline")
      .header("content-security-policy", "sandbox; default-src 'none'");
    return sendBytes(reply, photo);
  });

  bind(app, deps, resumes.saveResume, async ({ actor, body, request, reply }) => {
    const expectedVersion = readExpectedVersion(request.headers["if-match"]);
    const version = await saveResume(deps, actor, { data: body.resumeData, expectedVersion });
    reply.header("etag", `"${version}"`);
    return getProfile(deps.database, actor.userId);
  });
  bind(app, deps, resumes.uploadResume, async ({ actor, request }) => {
    if (request.headers["content-type"]?.startsWith("application/json")) {
      parseJsonBody(request, resumes.clearResumeSchema);
      return clearResumeFile(deps, actor);
    }
    return receiveUpload(request, pdfUpload("resume"), (sent) => uploadResumeFile(deps, actor, sent));
  });
  bind(app, deps, resumes.getResumePdf, ({ actor, query }) =>
    getResumePdf(deps, actor, { structured: query.structured === "true" }),
  );

  bind(app, deps, privacy.downloadOwnData, async ({ actor, reply }) => {
    const content = await downloadData(deps, actor, readerSignal(reply));
    return sendBytes(reply, { content, contentType: "application/zip", fileName: "my-data.zip" });
  });
  bind(app, deps, privacy.getDeletionTerms, ({ actor }) =>
    getDeletionTermsOf(deps, deps.database, actor.userId),
  );
  bind(app, deps, privacy.startDeletion, (call) => startDeletion(deps, call.actor, requesterOf(call)));
  bind(app, deps, privacy.deleteAccount, (call) =>
    deleteAccount(deps, call.actor, { ...call.body, requester: requesterOf(call) }),
  );
}
