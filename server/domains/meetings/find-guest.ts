import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { isSessionLive } from "../accounts/rules.ts";
import { findOpenSession } from "./ticket-store.ts";

/** The person behind a session that was let in; null once it is signed out, expired, or its owner blocked. */
export async function findGuest(deps: Deps, sessionId: string): Promise<Actor | null> {
  const session = await findOpenSession(deps.database, sessionId);
  if (session === null || !isSessionLive(session, deps.clock.now())) return null;
  const { userId, role, isOperator } = session;
  return { userId, sessionId, role: role as Actor["role"], isOperator };
}
