import { type FollowUpEvent, streamFollowUp } from "@greenroom/contract/practice/follow-ups.ts";
import type { PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import { useEffect, useState } from "react";
import { callForEvents } from "../../../api/call-for-events.ts";

interface WrittenFollowUp {
  /** True while the model is writing; then there is nothing to answer yet. */
  isWriting: boolean;
  /** What it has written so far. */
  words: string;
}

/**
 * Has the language model write the open follow-up of an answer, if it is pending. If that fails, the bank's follow-up,
 * which the answer already has, counts.
 */
export function useWrittenFollowUp(
  { id, followUps }: PracticeAnswer,
  onChange: (answer: PracticeAnswer) => void,
): WrittenFollowUp {
  const index = followUps.findIndex(({ answer }) => answer === null);
  const isPending = followUps[index]?.source === "pending";
  const key = `${id} ${index}`;
  const [state, setState] = useState({ key: "", words: "", hasFailed: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new follow-up starts the stream, nothing else does
  useEffect(() => {
    if (!isPending) return;
    const left = new AbortController();
    setState({ key, words: "", hasFailed: false });
    const read = async () => {
      const events = callForEvents(streamFollowUp, { params: { id, index }, signal: left.signal });
      for await (const event of events as AsyncIterable<FollowUpEvent>) {
        if (event.kind === "answer") return onChange(event.answer);
        setState((now) => ({ ...now, words: `${now.words} ${event.text}`.trim() }));
      }
      throw new Error("The stream ended without an answer");
    };
    read().catch(() => {
      if (!left.signal.aborted) setState({ key, words: "", hasFailed: true });
    });
    return () => left.abort();
  }, [key, isPending]);
  const isCurrent = state.key === key;
  return {
    isWriting: isPending && !(isCurrent && state.hasFailed),
    words: isCurrent ? state.words : "",
  };
}
