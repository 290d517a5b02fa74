import {
  changePassword as changePasswordEndpoint,
  forgotPassword,
  getProfile,
  resetPassword as resetPasswordEndpoint,
  signinOtpStart,
  signinOtpVerify,
  signinPassword,
  signout,
  signupStart,
  signupVerify,
  updateTimeZone,
} from "@greenroom/contract/accounts.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../deps.ts";
import { bind } from "../../http/bind.ts";
import { changePassword } from "./change-password.ts";
import { requestCode } from "./codes.ts";
import { presentUser } from "./present.ts";
import { resetPassword } from "./reset-password.ts";
import { signInWithCode } from "./sign-in-with-code.ts";
import { signInWithPassword } from "./sign-in-with-password.ts";
import { startSignup } from "./start-signup.ts";
import { endSession, getUser, setTimeZone } from "./store.ts";
import { verifySignup } from "./verify-signup.ts";

export function registerAccountRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, signupStart, async ({ body, address }) => {
    await deps.limits.count("signup-start-by-address", address);
    return startSignup(deps, body);
  });
  bind(app, deps, signupVerify, async ({ body, address }) => {
    await deps.limits.count("code-verify-by-address", address);
    return verifySignup(deps, body);
  });
  bind(app, deps, signinPassword, ({ body, address }) => signInWithPassword(deps, { ...body, address }));
  bind(app, deps, signinOtpStart, async ({ body, address }) => {
    await deps.limits.count("code-start-by-address", address);
    await requestCode(deps, { purpose: "signin", email: body.email });
    return { msg: "If this address has an account, a 6-digit code is on its way. Check your email." };
  });
  bind(app, deps, signinOtpVerify, async ({ body, address }) => {
    await deps.limits.count("code-verify-by-address", address);
    return signInWithCode(deps, body);
  });
  bind(app, deps, forgotPassword, async ({ body, address }) => {
    await deps.limits.count("code-start-by-address", address);
    await requestCode(deps, { purpose: "reset", email: body.email });
    return {
      msg: "If this address has an account, a code to set a new password is on its way. Check your email.",
    };
  });
  bind(app, deps, resetPasswordEndpoint, async ({ body, address }) => {
    await deps.limits.count("code-verify-by-address", address);
    return resetPassword(deps, body);
  });
  bind(app, deps, signout, async ({ actor }) => {
    await endSession(deps.database, actor.sessionId, deps.clock.now());
    return undefined;
  });
  bind(app, deps, getProfile, async ({ actor }) =>
    presentUser(deps.database, await getUser(deps.database, actor.userId)),
  );
  bind(app, deps, updateTimeZone, async ({ actor, body }) =>
    presentUser(deps.database, await setTimeZone(deps.database, actor.userId, body.timeZone)),
  );
  bind(app, deps, changePasswordEndpoint, ({ actor, body }) => changePassword(deps, actor, body));
}
