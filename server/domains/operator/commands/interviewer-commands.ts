import {
  inviteInterviewer,
  listInvitations,
  revokeInvitation,
} from "../../interviewers/invite-interviewer.ts";
import { invitationState } from "../../interviewers/rules.ts";
import type { CommandGroup } from "../command.ts";
import { readEmail, readNothing, wrongUse } from "../read-input.ts";
import { recordCommand } from "../record-command.ts";

export const interviewerCommands: CommandGroup = {
  "interviewers invite": {
    usage: 'interviewers invite <email> [--name "…"]',
    summary: "ask somebody by mail; who signs up with that address is an interviewer",
    options: ["name"],
    async run(deps, input) {
      const email = readEmail(input, "interviewers invite");
      const name = input.options.name?.trim() ?? "";
      if (name.length > 100) throw wrongUse("--name must be at most 100 letters.");
      const invited = await inviteInterviewer(deps, { email, name }, "command line");
      if (invited.outcome === "already") return { msg: `${email} is an interviewer already.` };
      if (invited.outcome === "granted") {
        return { msg: `${email} has an account, is an interviewer now, and is told by mail.` };
      }
      return { msg: `${email} is invited by mail, until ${invited.expiresAt.toISOString()}.` };
    },
  },
  "interviewers invitations": {
    usage: "interviewers invitations",
    summary: "every invitation and what became of it",
    async run(deps, input) {
      readNothing(input);
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
