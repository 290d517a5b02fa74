import { draftStorage } from "../../../session/browser-storage.ts";
import { readDraft, removeDraft, visitor, writeDraft } from "../../../session/drafts/drafts.ts";
import type { SentOneTimeCode } from "../auth/use-one-time-code.ts";

const draftName = "signup-code";

/** A sign-up whose code was mailed. */
export interface PendingSignup extends SentOneTimeCode {
  /** Proves that this browser started the sign-up. The server stores only a hash of it. */
  signupToken: string;
  /** The person has gone to another page since. A reload does not count. */
  isLeft?: boolean;
}

/** Whether this document was opened by a link or an address, and neither reloaded nor gone back to. */
function wasOpenedAnew(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation !== undefined && "type" in navigation && navigation.type === "navigate" && !isSeen;
}

/** This document has shown the page. From then on, leaving it is noticed. */
let isSeen = false;

/** The sign-up whose code was mailed, kept in this tab so that it survives a reload. */
export const pendingSignUp = {
  find(): PendingSignup | null {
    const { email, nextAt, signupToken, isLeft } = readDraft(draftStorage, visitor, draftName) ?? {};
    if (typeof email !== "string" || typeof nextAt !== "number") return null;
    // A draft of an older version of this page has no token; an empty one matches no sign-up.
    return {
      email,
      nextAt,
      signupToken: typeof signupToken === "string" ? signupToken : "",
      isLeft: isLeft === true || wasOpenedAnew(),
    };
  },
  /** Returns what to call when the person goes to another page of the site. */
  markSeen(): () => void {
    isSeen = true;
    return () => {
      const pending = this.find();
      if (pending !== null) this.save({ ...pending, isLeft: true });
    };
  },
  save(pending: PendingSignup): void {
    writeDraft(draftStorage, visitor, draftName, pending);
  },
  clear(): void {
    removeDraft(draftStorage, visitor, draftName);
  },
};
