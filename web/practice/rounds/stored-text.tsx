import type { PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import { useState } from "react";
import { readDraft, removeDraft, writeDraft } from "../../session/drafts.ts";
import { useUser } from "../../session/session.tsx";
import { draftStorage, openStorage } from "../../session/session-store.ts";

export function useStoredText(name: string, initial = "") {
  const { _id: owner } = useUser();
  const [text, setText] = useState(() => {
    const kept = readDraft(draftStorage, owner, name)?.text;
    return typeof kept === "string" ? kept : initial;
  });
  return {
    text,
    setText: (change: string | ((text: string) => string)) =>
      setText((current) => {
        const next = typeof change === "string" ? change : change(current);
        writeDraft(draftStorage, owner, name, { text: next });
        return next;
      }),
    /** Call this once the server has it. */
    forget: () => removeDraft(draftStorage, owner, name),
  };
}

const choices = openStorage("localStorage");

export function useStoredChoice(key: string): [string | null, (choice: string) => void] {
  const [choice, setChoice] = useState(() => choices.getItem(key));
  const choose = (chosen: string) => {
    choices.setItem(key, chosen);
    setChoice(chosen);
  };
  return [choice, choose];
}

/** The name under which the browser keeps what somebody writes in the open part of an answer; null if it has none. */
export function keptTextName({ id, stage, followUps }: PracticeAnswer): string | null {
  if (stage === "done") return null;
  if (stage !== "defend") return `practice-${id}-${stage}`;
  return `practice-${id}-defend-${followUps.findIndex(({ answer }) => answer === null)}`;
}

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
