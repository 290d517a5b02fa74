import {
  changeAccount as changeAccountEndpoint,
  changePassword as changePasswordEndpoint,
  endOtherSignIns as endOtherSignInsEndpoint,
  endSignIn as endSignInEndpoint,
  forgotPassword,
  getProfile as getProfileEndpoint,
  listSignIns as listSignInsEndpoint,
  recognizeBrowser as recognizeBrowserEndpoint,
  resetPassword as resetPasswordEndpoint,
  signinOtpStart,
  signinOtpVerify,
  signinPassword,
  signout,
  signupStart,
  signupVerify,
  updateTimeZone,
} from "@greenroom/contract/people/accounts.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../kernel/deps.ts";
import { bind, parseJsonBody, sendPage } from "../kernel/http/bind.ts";
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
import "@fastify/multipart";
import * as contract from "@greenroom/contract/people/interviewers.ts";
import {
  apply as applyEndpoint,
  getInterviewerProfile,
  listInterviewers as listInterviewersEndpoint,
  readInterviewerPhoto,
  removeInterviewerPhoto,
  saveInterviewerProfile,
  uploadInterviewerPhoto,
} from "@greenroom/contract/people/interviewers.ts";
import {
  deleteAccount as deleteAccountEndpoint,
  downloadOwnData,
  getDeletionTerms as getDeletionTermsEndpoint,
  startDeletion as startDeletionEndpoint,
} from "@greenroom/contract/people/privacy.ts";
import {
  clearResumeSchema,
  getResumePdf as getResumePdfEndpoint,
  saveResume as saveResumeEndpoint,
  uploadResume,
} from "@greenroom/contract/people/resumes.ts";
import { readerSignal, receiveUpload, sendBytes } from "../kernel/http/uploads-and-downloads.ts";
import { pdfUpload } from "../kernel/pdf/clean-pdf.ts";
import { apply } from "./interviewers/applications.ts";
import {
  getOwnProfile,
  listInterviewers,
  photoUpload,
  readPhoto,
  saveProfile,
  setPhoto,
} from "./interviewers/interviewer-profile.ts";
import { acceptOwnInvitation, declineOwnInvitation, getOwnInvitation } from "./interviewers/invitations.ts";
import { deleteAccount, getDeletionTermsOf, startDeletion } from "./privacy/delete-account.ts";
import { downloadData } from "./privacy/download-data.ts";
import { readExpectedVersion, saveResume } from "./resumes/resume.ts";
import { clearResumeFile, uploadResumeFile } from "./resumes/resume-file.ts";
import { getResumePdf } from "./resumes/resume-pdf.ts";

export function registerAccountRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, signupStart, ({ body, request, reply }) =>
    startSignUp(deps, body, identifyRequester(deps, request, reply)),
  );
  bind(app, deps, signupVerify, async ({ body, request, reply }) => {
    const requester = identifyRequester(deps, request, reply);
    await countCodeTry(deps, { ...body, purpose: "signup", requester });
    return verifySignUp(deps, body, requester);
  });
  bind(app, deps, signinPassword, ({ body, request, reply }) =>
    signInWithPassword(deps, body, identifyRequester(deps, request, reply)),
  );
  bind(app, deps, signinOtpStart, async ({ body: { email }, request, reply }) => {
    const requester = identifyRequester(deps, request, reply);
    await countCodeRequest(deps, email, requester);
    await requestOneTimeCode(deps, { purpose: "signin", email, requester });
    return { msg: "If this address has an account, a 6-digit code is on its way. Check your email." };
  });
  bind(app, deps, signinOtpVerify, async ({ body, request, reply }) => {
    const requester = identifyRequester(deps, request, reply);
    await countCodeTry(deps, { email: body.email, purpose: "signin", requester });
    return signInWithCode(deps, body, requester);
  });
  bind(app, deps, forgotPassword, async ({ body: { email }, request, reply }) => {
    const requester = identifyRequester(deps, request, reply);
    await countCodeRequest(deps, email, requester);
    await requestOneTimeCode(deps, { purpose: "reset", email, requester });
    return {
      msg: "If this address has an account, a code to set a new password is on its way. Check your email.",
    };
  });
  bind(app, deps, resetPasswordEndpoint, async ({ body, request, reply }) => {
    const requester = identifyRequester(deps, request, reply);
    await countCodeTry(deps, { email: body.email, purpose: "reset", requester });
    return resetPassword(deps, body, requester);
  });
  bind(app, deps, recognizeBrowserEndpoint, ({ body, request, reply }) =>
    recognizeBrowser(deps, body.token, identifyRequester(deps, request, reply)),
  );
  bind(app, deps, signout, async ({ actor }) => {
    await deps.database
      .updateTable("authSessions")
      .set({ endedAt: deps.clock.now(), userAgent: null })
      .where("id", "=", actor.sessionId)
      .where("endedAt", "is", null)
      .execute();
    return undefined;
  });
  bind(app, deps, getProfileEndpoint, ({ actor }) => getProfile(deps.database, actor.userId));
  bind(app, deps, updateTimeZone, ({ actor, body }) => changeTimeZone(deps, actor, body.timeZone));
  bind(app, deps, changePasswordEndpoint, ({ actor, body, request, reply }) =>
    changePassword(deps, actor, body, identifyRequester(deps, request, reply)),
  );
}

/** Account Settings: the user's own details, and the signed-in browsers. */
export function registerAccountSettingsRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, listSignInsEndpoint, ({ actor }) => listSignIns(deps, actor));
  bind(app, deps, endSignInEndpoint, async ({ actor, params }) => {
    await endSignIn(deps, actor, params.id);
    return undefined;
  });
  bind(app, deps, endOtherSignInsEndpoint, ({ actor }) => endOtherSignIns(deps, actor));
  bind(app, deps, changeAccountEndpoint, ({ actor, body }) => changeAccount(deps, actor, body));
}

export function registerInterviewerRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, applyEndpoint, ({ body }) => apply(deps, body));
  bind(app, deps, contract.getInterviewerInvitation, ({ actor }) => getOwnInvitation(deps, actor));
  bind(app, deps, contract.acceptInterviewerInvitation, ({ actor }) => acceptOwnInvitation(deps, actor));
  bind(app, deps, contract.declineInterviewerInvitation, ({ actor }) => declineOwnInvitation(deps, actor));
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

export function registerPrivacyRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, downloadOwnData, async ({ actor, reply }) => {
    const content = await downloadData(deps, actor, readerSignal(reply));
    return sendBytes(reply, { content, contentType: "application/zip", fileName: "my-data.zip" });
  });
  bind(app, deps, getDeletionTermsEndpoint, ({ actor }) =>
    getDeletionTermsOf(deps, deps.database, actor.userId),
  );
  bind(app, deps, startDeletionEndpoint, ({ actor, request, reply }) =>
    startDeletion(deps, actor, identifyRequester(deps, request, reply)),
  );
  bind(app, deps, deleteAccountEndpoint, ({ actor, body, request, reply }) =>
    deleteAccount(deps, actor, {
      otp: body.otp,
      readConsequences: body.readConsequences,
      requester: identifyRequester(deps, request, reply),
    }),
  );
}
