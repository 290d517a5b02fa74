import type { OperatorLevel, Role } from "@greenroom/contract/kernel/endpoint.ts";

/** An operator's rights at the operator's desk, in the browser of this request. */
export interface OperatorAccess {
  level: OperatorLevel;
  /** When the desk was opened in this browser with password and second factor; null if it was not. */
  openedAt: Date | null;
  /** When password and second factor were last entered. */
  confirmedAt: Date | null;
}

/** The signed-in person on whose behalf an operation runs. */
export interface Actor {
  userId: string;
  sessionId: string;
  role: Role;
  /** Null for everyone who is not an operator. */
  operator: OperatorAccess | null;
  /** The operator who sees the product as this person, since when; absent when the person calls. */
  seenBy?: { operatorId: string; since: Date };
}
