import type { Actor } from "../../../kernel/actor.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { isSessionActive, needsTouch } from "../rules.ts";
import { touchSession } from "../store.ts";
import { findSession } from "./find-session.ts";
import { operatorAccess } from "./operator-access.ts";

/** The user of a bearer token; null if the token is unknown, expired or signed out, or its owner is blocked. */
export async function findActor(deps: Deps, token: string): Promise<Actor | null> {
  const session = await findSession(deps.database, token);
  const now = deps.clock.now();
  if (session === undefined || session.blockedAt !== null || !isSessionActive(session, now)) return null;
  if (needsTouch(session.lastSeenAt, now)) await touchSession(deps.database, session.id, now);
  return {
    userId: session.userId,
    sessionId: session.id,
    role: session.role,
    operator: operatorAccess(session),
  };
}
