import { recordCommand } from "../../../../audit/record-command.ts";
import {
  inviteInterviewer,
  listInvitations,
  revokeInvitation,
} from "../../../interviewers/invitations/invite-interviewer.ts";
import { invitationState } from "../../../interviewers/rules.ts";
import type { Commands } from "../command.ts";
import { readEmail, usageError } from "../read-input.ts";

export function addInterviewerCommands({ add, plan }: Commands): void {
  add(
    "interviewers invite",
    "invite somebody by email; they sign up with that address, or accept in their account",
  )
    .argument("<email>", "the address to invite", readEmail)
    .option("--name <name>", "the name in the email's greeting", readName, "")
    .action((email, { name }) =>
      plan(async (deps) => {
        const invited = await inviteInterviewer(deps, { email, name }, "command line");
        if (invited.outcome === "already") return { msg: `${email} is an interviewer already.` };
        const next = invited.hasAccount
          ? " They have an account, and accept when they are signed in to it."
          : "";
        return {
          msg: `${email} is invited by email. The invitation expires at ${invited.expiresAt.toISOString()}.${next}`,
        };
      }),
    );
  add("interviewers invitations", "list every invitation with its outcome").action(() =>
    plan(async (deps) => {
      await recordCommand(deps, "interviewers-invitations");
      const now = deps.clock.now();
      return {
        rows: (await listInvitations(deps)).map((invitation) => ({
          email: invitation.email,
          name: invitation.name,
          state: invitationState(invitation, now),
          invited: invitation.createdAt.toISOString(),
          expires: invitation.expiresAt.toISOString(),
        })),
      };
    }),
  );
  add("interviewers revoke", "revoke an open invitation")
    .argument("<email>", "the invited address", readEmail)
    .action((email) =>
      plan(async (deps) => {
        await revokeInvitation(deps, email, "command line");
        return { msg: `The invitation for ${email} is revoked.` };
      }),
    );
}

function readName(value: string): string {
  const name = value.trim();
  if (name.length > 100) throw usageError("--name can have at most 100 characters.");
  return name;
}
