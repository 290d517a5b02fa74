import type { InvitationRow } from "./invitation-store.ts";

/** How long an invitation stands. */
export const invitationDays = 14;

type InvitationTimes = Pick<InvitationRow, "acceptedAt" | "revokedAt" | "expiresAt">;

export function invitationState(invitation: InvitationTimes, now: Date) {
  if (invitation.acceptedAt !== null) return "accepted";
  if (invitation.revokedAt !== null) return "revoked";
  return invitation.expiresAt <= now ? "expired" : "open";
}
