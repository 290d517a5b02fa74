import type { Access } from "@greenroom/contract/endpoint.ts";
import type { FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { findActor } from "../domains/accounts/find-actor.ts";
import type { Actor } from "./actor.ts";
import { AppError } from "./errors.ts";

declare module "fastify" {
  interface FastifyRequest {
    actor: Actor | null;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}

const sessionEnded = () =>
  new AppError("not_signed_in", { msg: "Your session has ended. Please sign in again." });

/** Who each access lets in. A role is exact: an operator is not an interviewer by being one. */
const mayEnter: Record<Exclude<Access, "public">, (actor: Actor) => boolean> = {
  "signed-in": () => true,
  interviewee: (actor) => actor.role === "interviewee",
  interviewer: (actor) => actor.role === "interviewer",
  operator: (actor) => actor.isOperator,
};

/** The caller, if the endpoint lets them in. Throws `not_signed_in` or `forbidden`. A public call with a dead token is just anonymous. */
export async function authorize(deps: Deps, access: Access, request: FastifyRequest): Promise<Actor | null> {
  const token = bearerToken(request);
  if (token === null) {
    if (access === "public") return null;
    throw new AppError("not_signed_in", { msg: "Please sign in first." });
  }
  const actor = await findActor(deps, token);
  if (access === "public") return actor;
  if (actor === null) throw sessionEnded();
  if (!mayEnter[access](actor)) {
    request.log.warn({ userId: actor.userId, access }, "refused: wrong role");
    throw new AppError("forbidden", { msg: "Your account may not do this." });
  }
  return actor;
}

function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer ([A-Za-z0-9_-]{1,128})$/i.exec(request.headers.authorization ?? "");
  return match?.[1] ?? null;
}
