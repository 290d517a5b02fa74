import type { PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import { useState } from "react";
import { draftStorage } from "../../../session/browser-storage.ts";
import { readDraft } from "../../../session/drafts/drafts.ts";
import { useUser } from "../../../session/session.tsx";
import { keptTextName } from "./use-stored-text.ts";

/** The text that somebody was writing when the round ended: it was not sent, but this browser has it. */
export function KeptText({ answer }: { answer: PracticeAnswer }) {
  const { _id: owner } = useUser();
  const [text] = useState(() => {
    const name = keptTextName(answer);
    const kept = name === null ? undefined : readDraft(draftStorage, owner, name)?.text;
    return typeof kept === "string" && kept.trim() !== "" ? kept : null;
  });
  if (text === null) return null;
  return (
    <section aria-labelledby="kept-text" className="grid gap-2">
      <h2 id="kept-text" className="text-lg">
        What you were writing
      </h2>
      <p className="text-ink-2">The round ended before you sent it. It is kept in this browser alone.</p>
      <p className="whitespace-pre-wrap rounded-sm border border-line bg-card p-3 [overflow-wrap:anywhere]">
        {text}
      </p>
    </section>
  );
}
