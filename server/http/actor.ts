import type { Role } from "@greenroom/contract/accounts.ts";

/** The signed-in person on whose behalf an operation runs. */
export interface Actor {
  userId: string;
  sessionId: string;
  role: Role;
  isOperator: boolean;
}
