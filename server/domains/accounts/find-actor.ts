import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { findSession } from "./find-session.ts";
import { isSessionLive, needsTouch } from "./rules.ts";
import { touchSession } from "./store.ts";

/** The person behind a bearer token, or null when the token is unknown, expired, signed out or its owner blocked. */
export async function findActor(deps: Deps, token: string): Promise<Actor | null> {
  const session = await findSession(deps.database, token);
  const now = deps.clock.now();
  if (session === undefined || session.blockedAt !== null || !isSessionLive(session, now)) return null;
  if (needsTouch(session.lastSeenAt, now)) await touchSession(deps.database, session.id, now);
  return {
    userId: session.userId,
    sessionId: session.id,
    role: session.role as Actor["role"],
    isOperator: session.isOperator,
  };
}
