import type { GrantableRole, ResendableMail } from "@greenroom/contract/desk/person-actions.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { recordAudit } from "../../kernel/audit.ts";
import { AppError } from "../../kernel/errors.ts";
import { sendReceipt } from "../../money/payments/mails.ts";
import { getPayment } from "../../money/payments/purchases.ts";
import { grantRightInTransaction } from "../../people/accounts/account.ts";
import {
  checkUnusedInterviewer,
  interviewerRight,
  revokeInterviewerInTransaction,
} from "../../people/interviewers/invitations.ts";
import { mailNewInterviewer } from "../../people/interviewers/mails.ts";
import { findBooking } from "../../schedule/bookings/find-booking.ts";
import { mailConfirmation, mailMove } from "../../schedule/bookings/mails.ts";
import { grantOperatorInTransaction, revokeOperatorInTransaction } from "../grant-operator.ts";
import { checkReplaced, type PersonContext, personAction } from "./person-action.ts";

const refuse = (msg: string) => new AppError("conflict", { msg });

/**
 * Finds the mail to send again, and the job that sends it. Throws `not_found` for another person's payment or
 * booking, and `conflict` if it is too late.
 */
async function findMail({
  deps,
  tx,
  subject: person,
  input,
}: PersonContext<{ mail: ResendableMail; about: string }>) {
  if (person.deletedAt !== null) throw refuse("This account is deleted.");
  if (input.mail === "receipt") {
    const { purchase } = await getPayment(tx, input.about);
    if (purchase.userId !== person.id) {
      throw new AppError("not_found", { msg: "This person has no such payment." });
    }
    return {
      text: `Receipt ${purchase.receipt}, ${purchase.planType}.`,
      enqueue: () => deps.jobs.enqueue(tx, sendReceipt, { paymentId: purchase.id }),
    };
  }
  const booking = await findBooking(tx, input.about);
  const to = booking?.intervieweeId === person.id ? "interviewee" : "interviewer";
  if (booking === null || (to === "interviewer" && booking.interviewerId !== person.id)) {
    throw new AppError("not_found", { msg: "This person has no such booking." });
  }
  if (booking.status !== "pending") {
    throw refuse("This interview has ended or was canceled, so its confirmation cannot be sent again.");
  }
  const { id: bookingId, inviteSequence: sequence } = booking;
  // After a move, the mail about the move is the one that confirms the booking as it is now.
  return sequence > 0
    ? {
        text: "Confirmation of the moved booking, with its calendar invitation.",
        enqueue: () => deps.jobs.enqueue(tx, mailMove, { bookingId, sequence, to }),
      }
    : {
        text: "Confirmation of the booking, with its calendar invitation.",
        enqueue: () => deps.jobs.enqueue(tx, mailConfirmation, { bookingId, to }),
      };
}

export const resend = personAction<{ mail: ResendableMail; about: string }>({
  async describe(context) {
    const { text } = await findMail(context);
    return {
      lines: [
        { label: "Email", text },
        { label: "To", text: context.subject.email },
      ],
      beneficiaries: [],
    };
  },
  async perform(context, reason) {
    const { tx, actor, subject: person, input, now } = context;
    await (await findMail(context)).enqueue();
    await recordAudit(tx, {
      actor: { userId: actor.userId },
      action: "mail.sent-again",
      subject: `user:${person.id}`,
      details: { ...input, reason },
      now,
    });
    return `The email to ${person.email} is on its way.`;
  },
});

const roleTexts: Record<GrantableRole, string> = {
  interviewer: "becomes an interviewer, who offers slots and books none.",
  interviewee: "becomes an interviewee again and can book interviews.",
  support: "becomes an operator (support): reads, cancels and grants sessions up to the limit.",
  owner: "becomes an operator (owner): does everything.",
  none: "is no longer an operator; second factor and open desks are removed.",
};

export const changeRole = personAction<{ role: GrantableRole; replaces?: GrantableRole | undefined }>({
  async describe({ tx, actor, subject: person, input: { role, replaces } }) {
    if (person.deletedAt !== null || person.blockedAt !== null)
      throw refuse("This account is blocked or deleted.");
    const isSide = role === "interviewer" || role === "interviewee";
    if (!isSide && person.id === actor.userId) {
      throw refuse("You cannot change your own level. Ask another owner.");
    }
    const level = person.isOperator ? (person.operatorLevel ?? "support") : "none";
    const held = isSide ? person.role : level;
    checkReplaced(replaces === undefined || replaces === held);
    if (role === held) {
      throw refuse(`${fullName(person)} has this role already.`);
    }
    if (role === "interviewee") await checkUnusedInterviewer(tx, person);
    return {
      lines: [
        { label: "Person", text: `${fullName(person)} ${roleTexts[role]}` },
        {
          label: "Email",
          text: role === "interviewee" ? "No email is sent." : `${person.email} is told by email.`,
        },
      ],
      typedConfirmation: person.email,
      // Another operator may have given another role since.
      state: [person.role, level],
      beneficiaries: [person.id],
    };
  },
  async perform({ deps, tx, actor: { userId }, subject: person, input: { role }, now }, reason) {
    const change = { email: person.email, actor: { userId }, reason, now };
    if (role === "interviewee")
      return (await revokeInterviewerInTransaction(tx, { ...change, id: person.id })).msg;
    if (role === "none") return (await revokeOperatorInTransaction(deps, tx, change)).msg;
    if (role !== "interviewer")
      return (await grantOperatorInTransaction(deps, tx, { ...change, level: role })).msg;
    await grantRightInTransaction(tx, interviewerRight, change);
    await deps.jobs.enqueue(tx, mailNewInterviewer, { userId: person.id });
    return `${person.email} is an interviewer now.`;
  },
});
