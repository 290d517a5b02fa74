import type { Actor } from "../../../core/actor.ts";
import type { Deps } from "../../../deps.ts";
import { isSessionActive } from "../../accounts/rules.ts";
import { findActiveSession } from "./ticket-store.ts";

/** The person of a sign-in; null once they signed out, it expired or they were blocked. */
export async function findSessionActor(deps: Deps, sessionId: string): Promise<Actor | null> {
  const session = await findActiveSession(deps.database, sessionId);
  if (session === null || !isSessionActive(session, deps.clock.now())) return null;
  const { userId, role } = session;
  // Operators have no special rights in a room.
  return { userId, sessionId, role, operator: null };
}
