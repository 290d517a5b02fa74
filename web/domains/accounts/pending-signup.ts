import { guest, readDraft, removeDraft, writeDraft } from "../../api/drafts.ts";
import { draftStorage } from "./storage.ts";
import type { SentCode } from "./use-code-request.ts";

const name = "signup-code";

/** The sign-up whose code is on its way, so that a reload in between loses nothing. */
export const pendingSignup = {
  find(): SentCode | null {
    const draft = readDraft(draftStorage, guest, name);
    const { email, nextAt } = draft ?? {};
    return typeof email === "string" && typeof nextAt === "number" ? { email, nextAt } : null;
  },
  keep(sent: SentCode): void {
    writeDraft(draftStorage, guest, name, sent);
  },
  forget(): void {
    removeDraft(draftStorage, guest, name);
  },
};
