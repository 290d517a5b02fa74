import { formatRupees, rupeesFromPaise } from "@greenroom/contract/money.ts";
import type { DeletionTerms } from "@greenroom/contract/privacy.ts";
import type { Actor } from "../../http/actor.ts";
import type { Standing } from "./store.ts";

interface DeletionInput {
  actor: Pick<Actor, "role" | "isOperator">;
  standing: Standing;
  /** Sessions in hand. */
  sessions: number;
  supportEmail: string;
}

/** What stands against deleting an account and what it would mean, in sentences for its owner. */
export function deletionTerms({ actor, standing, sessions, supportEmail }: DeletionInput): DeletionTerms {
  const { upcoming, pendingPaise, unpaidPaise } = standing;
  const money = (paise: number) => formatRupees(rupeesFromPaise(paise), { decimals: true });
  const blockers: string[] = [];
  if (upcoming > 0)
    blockers.push(
      `You have ${count(upcoming, "upcoming interview")}. Cancel ${upcoming === 1 ? "it" : "them"} first, then come back here.`,
    );
  if (actor.isOperator)
    blockers.push("You are an operator: another operator has to take that right back first.");

  const consequences = [
    "Your name, email, mobile number, resume, photo and settings are erased, and your sessions on all devices end.",
  ];
  if (sessions > 0)
    consequences.push(
      `Your ${count(sessions, "unused session")} ${sessions === 1 ? "is" : "are"} given up. Use ${sessions === 1 ? "it" : "them"}, or ask ${supportEmail} about a refund, before you delete.`,
    );
  if (actor.role === "interviewer") consequences.push("Your open slots and weekly hours are removed.");
  if (pendingPaise > 0)
    consequences.push(
      `${money(pendingPaise)} waits for your feedback PDFs and will not be credited any more.`,
    );
  if (unpaidPaise > 0)
    consequences.push(
      `${money(unpaidPaise)} is credited to you and not paid out. Settle its payout with ${supportEmail} first.`,
    );
  consequences.push(
    "Payments and interviews stay in our books without your name. What you said of an interview stays with the other person as from a deleted user, and they keep the feedback that they wrote and the code of the session.",
    "This cannot be undone.",
  );
  return { blockers, upcomingInterviews: upcoming, consequences };
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
