import type { InvitationRow } from "./invitations/invitation-store.ts";

/** How long an invitation is valid. */
export const invitationDays = 14;

type InvitationTimes = Pick<InvitationRow, "acceptedAt" | "revokedAt" | "expiresAt">;

export function invitationState(invitation: InvitationTimes, now: Date) {
  if (invitation.acceptedAt !== null) return "accepted";
  if (invitation.revokedAt !== null) return "revoked";
  return invitation.expiresAt <= now ? "expired" : "open";
}

/** An interviewer is on probation for this many completed interviews: an operator reviews their feedback. */
export const probationInterviews = 5;
