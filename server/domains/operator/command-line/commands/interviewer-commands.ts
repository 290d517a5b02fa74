import { recordCommand } from "../../../../audit/record-command.ts";
import {
  inviteInterviewer,
  listInvitations,
  revokeInvitation,
} from "../../../interviewers/invitations/invite-interviewer.ts";
import { invitationState } from "../../../interviewers/rules.ts";
import type { CommandGroup } from "../command.ts";
import { readEmail, readNoArguments, usageError } from "../read-input.ts";

export const interviewerCommands: CommandGroup = {
  "interviewers invite": {
    usage: 'interviewers invite <email> [--name "…"]',
    summary: "ask somebody by email; they sign up with that address, or accept in their account",
    options: ["name"],
    async run(deps, input) {
      const email = readEmail(input, "interviewers invite");
      const name = input.options.name?.trim() ?? "";
      if (name.length > 100) throw usageError("--name must be at most 100 letters.");
      const invited = await inviteInterviewer(deps, { email, name }, "command line");
      if (invited.outcome === "already") return { msg: `${email} is an interviewer already.` };
      const next = invited.hasAccount ? " They have an account, and accept signed in to it." : "";
      return { msg: `${email} is invited by email, until ${invited.expiresAt.toISOString()}.${next}` };
    },
  },
  "interviewers invitations": {
    usage: "interviewers invitations",
    summary: "every invitation and what became of it",
    async run(deps, input) {
      readNoArguments(input);
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
    },
  },
  "interviewers revoke": {
    usage: "interviewers revoke <email>",
    summary: "take an open invitation back",
    async run(deps, input) {
      const email = readEmail(input, "interviewers revoke");
      await revokeInvitation(deps, email, "command line");
      return { msg: `The invitation of ${email} is taken back.` };
    },
  },
};
