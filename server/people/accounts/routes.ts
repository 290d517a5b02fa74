import {
  changeAccount as changeAccountEndpoint,
  changePassword as changePasswordEndpoint,
  endOtherSignIns as endOtherSignInsEndpoint,
  endSignIn as endSignInEndpoint,
  forgotPassword,
  getProfile,
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
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { countCodeRequest, countCodeTry, recognizeBrowser } from "./lockout.ts";
import { requestOneTimeCode } from "./one-time-codes.ts";
import { changePassword, resetPassword } from "./passwords.ts";
import { changeAccount, changeTimeZone, presentUser } from "./profile.ts";
import { identifyRequester } from "./requester.ts";
import { endOtherSignIns, endSignIn, listSignIns, signInWithCode, signInWithPassword } from "./sign-in.ts";
import { startSignUp, verifySignUp } from "./sign-up.ts";
import { endSession, getUser } from "./store.ts";

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
    await endSession(deps.database, actor.sessionId, deps.clock.now());
    return undefined;
  });
  bind(app, deps, getProfile, async ({ actor }) =>
    presentUser(deps.database, await getUser(deps.database, actor.userId)),
  );
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
