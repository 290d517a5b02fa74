import { type FollowUpEvent, streamFollowUp } from "@greenroom/contract/practice/follow-ups.ts";
import { getAnswer, type PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import { useEffect, useState } from "react";
import { callForEvents } from "../../../api/call-for-events.ts";
import { call } from "../../../api/client.ts";

/** The server gives the model 10 seconds. Nobody must wait for a connection that broke without an error. */
const longestMilliseconds = 20_000;

interface WrittenFollowUp {
  /** True while the model is writing; then there is nothing to answer yet. */
  isWriting: boolean;
  /** The text that it has written so far. */
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
    const stopped = new AbortController();
    let hasLeft = false;
    const timer = setTimeout(() => stopped.abort(), longestMilliseconds);
    setState({ key, words: "", hasFailed: false });
    const read = async () => {
      const events = callForEvents(streamFollowUp, { params: { id, index }, signal: stopped.signal });
      for await (const event of events as AsyncIterable<FollowUpEvent>) {
        if (event.kind === "answer") return onChange(event.answer);
        setState((now) => ({ ...now, words: `${now.words} ${event.text}`.trim() }));
      }
      throw new Error("The stream ended without an answer");
    };
    // The connection can break after the server has stored the model's question, which is then the one to answer.
    const readStored = async () => {
      const stored = await call(getAnswer, { params: { id } }).catch(() => null);
      if (hasLeft) return;
      if (stored !== null && stored.answer.followUps[index]?.source !== "pending") onChange(stored.answer);
      else setState({ key, words: "", hasFailed: true });
    };
    read()
      .catch(async () => {
        if (!hasLeft) await readStored();
      })
      .finally(() => clearTimeout(timer));
    return () => {
      hasLeft = true;
      stopped.abort();
    };
  }, [key, isPending]);
  const isCurrent = state.key === key;
  return {
    isWriting: isPending && !(isCurrent && state.hasFailed),
    words: isCurrent ? state.words : "",
  };
}
