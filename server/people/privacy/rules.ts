import { formatRupees, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import type { Role } from "@greenroom/contract/people/accounts.ts";
import type { DeletionTerms as ShownTerms } from "@greenroom/contract/people/privacy.ts";
import type { AccountObligations } from "./store.ts";

export interface AccountDeletionTerms extends ShownTerms {
  /** The consequence for unused sessions; null without one. */
  lostSessions: string | null;
}

interface DeletionInput {
  role: Role;
  isOperator: boolean;
  obligations: AccountObligations;
  /** Credits left. */
  sessions: number;
  supportEmail: string;
}

/** The obstacles to deleting an account, and the consequences of deleting it, in sentences for its owner. */
export function deletionTerms({
  role,
  isOperator,
  obligations,
  sessions,
  supportEmail,
}: DeletionInput): AccountDeletionTerms {
  const { upcoming, unclear, pendingPaise, unpaidPaise } = obligations;
  const money = (paise: number) => formatRupees(rupeesFromPaise(paise), { decimals: true });
  const blockers: string[] = [];
  if (upcoming > 0)
    blockers.push(
      `You have ${formatCount(upcoming, "upcoming interview")}. Cancel ${upcoming === 1 ? "it" : "them"} first, then come back here.`,
    );
  if (unclear > 0) {
    const verb = unclear === 1 ? "waits" : "wait";
    blockers.push(`${formatCount(unclear, "interview")} ${verb} for an answer whether it took place.`);
  }
  if (isOperator) blockers.push("You are an operator: another operator has to remove that right first.");

  const consequences = [
    "Your name, email, mobile number, resume, photo, practice and settings are erased, and you are signed out on all devices.",
  ];
  const lostSessions =
    sessions === 0
      ? null
      : `You lose your ${formatCount(sessions, "unused session")}. Use ${sessions === 1 ? "it" : "them"}, or ask ${supportEmail} about a refund, before you delete.`;
  if (lostSessions !== null) consequences.push(lostSessions);
  if (role === "interviewer") {
    consequences.push(
      "Your open slots, weekly hours and payout details are removed.",
      "The texts of your feedback forms leave the reports of the interviews. The scores and the PDFs stay.",
    );
  }
  if (pendingPaise > 0)
    consequences.push(`${money(pendingPaise)} is waiting for your feedback and will no longer be credited.`);
  if (unpaidPaise > 0)
    consequences.push(
      `${money(unpaidPaise)} is credited to you and not paid out. Settle its payout with ${supportEmail} first.`,
    );
  consequences.push(
    "Payments and interviews stay in our books without your name. What you said and wrote in rooms is erased, even where a report quotes it. Your rating or feedback of an interview stays with the other person, shown as from a deleted user, and they keep the feedback they wrote, the code of the session, and the shapes on its whiteboard. Our team's log of what it did stays as it was written, and a reason in it may name you.",
    "This cannot be undone.",
  );
  return { blockers, upcomingInterviews: upcoming, consequences, lostSessions };
}

function formatCount(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A regular expression of PostgreSQL that finds a person's address and full name, not as a part of other words. */
export function namingPattern({ email, name }: { email: string; name: string }): string {
  const address = `(?<![A-Za-z0-9._+-])${literal(email)}(?!\\.?[A-Za-z0-9-])`;
  // One name alone may be a word, or the name of somebody else.
  return name.includes(" ") ? `${address}|\\m${literal(name)}(?!\\w)` : address;
}
