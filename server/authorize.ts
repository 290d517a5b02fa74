import { isSeeAsToken, notShownInSeeAs } from "@greenroom/contract/desk/see-as-token.ts";
import type { Access } from "@greenroom/contract/kernel/endpoint.ts";
import type { FastifyRequest } from "fastify";
import { checkOperatorSignIn } from "./desk/access/open-desk.ts";
import { findSeenPerson, recordSeenCall } from "./desk/see-as/see-as.ts";
import type { Actor } from "./kernel/actor.ts";
import { AppError } from "./kernel/errors.ts";
import type { Authorize } from "./kernel/http/bind.ts";
import { findActor } from "./people/accounts/sign-in.ts";

const sessionEndedError = () =>
  new AppError("not_signed_in", { msg: "Your session has ended. Please sign in again." });

/**
 * The callers that each access allows. Roles match exactly: an operator does not count as an interviewer.
 */
const isAllowed: Record<Exclude<Access, "public">, (actor: Actor) => boolean> = {
  "signed-in": () => true,
  interviewee: (actor) => actor.role === "interviewee",
  interviewer: (actor) => actor.role === "interviewer",
  "operator-entry": ({ operator }) => operator !== null,
  operator: ({ operator }) => operator !== null,
  owner: ({ operator }) => operator?.level === "owner",
};

/**
 * Returns the caller if the endpoint allows them. Throws `not_signed_in`, `forbidden`, and for an operator
 * `second_factor_required` or `confirmation_required`. A public call with an expired token counts as anonymous.
 */
export const authorize: Authorize = async (deps, endpoint, request) => {
  const { access, confirmation } = endpoint;
  const token = bearerToken(request);
  if (token === null) {
    if (access === "public") return null;
    throw new AppError("not_signed_in", { msg: "Please sign in first." });
  }
  const isSeeingAs = isSeeAsToken(token);
  if (isSeeingAs && access === "public" && endpoint.isVisibleInSeeAs !== true) return null;
  const actor = isSeeingAs ? await findSeenPerson(deps, token) : await findActor(deps, token);
  const recordSeen = async () => {
    if (isSeeingAs && actor !== null) await recordSeenCall(deps, actor, request.url.split("?")[0] ?? "");
  };
  if (access === "public") {
    await recordSeen();
    return actor;
  }
  if (actor === null) throw sessionEndedError();
  if (isSeeingAs && endpoint.method !== "GET") {
    throw new AppError("forbidden", { msg: "You only see what this person sees: nothing can be changed." });
  }
  if (isSeeingAs && endpoint.isVisibleInSeeAs !== true) {
    throw new AppError("not_in_see_as", { msg: notShownInSeeAs });
  }
  if (!isAllowed[access](actor)) {
    request.log.warn({ userId: actor.userId, access }, "refused: wrong role");
    throw new AppError("forbidden", { msg: "Your account isn't allowed to do this." });
  }
  if (access === "operator" || access === "owner") {
    checkOperatorSignIn(actor.operator, { now: deps.clock.now(), confirmation });
  }
  await recordSeen();
  return actor;
};

function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer ([A-Za-z0-9_-]{1,128})$/i.exec(request.headers.authorization ?? "");
  return match?.[1] ?? null;
}
