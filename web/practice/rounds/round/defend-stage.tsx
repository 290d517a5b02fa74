import type { FollowUpSource, MeasuredSpeech, PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import { formatInline } from "../../../room/own-questions/question-text.tsx";
import { AnswerBox } from "./answer-box.tsx";
import { keptTextName } from "./use-stored-text.ts";
import { useWrittenFollowUp } from "./use-written-follow-up.ts";

interface DefendStageProps {
  answer: PracticeAnswer;
  isPending: boolean;
  /** The round takes no more answers. */
  isClosed?: boolean;
  error: string | null;
  onChange: (answer: PracticeAnswer) => void;
  onSubmit: (said: { text: string; speech: MeasuredSpeech | null }) => Promise<unknown>;
}

const sourceNotes: Record<FollowUpSource, string | null> = {
  bank: null,
  pending: "From the question bank, because the language model could not be reached.",
  model: "A language model wrote this follow-up for your answer.",
  fallback: "From the question bank, because the language model gave no usable follow-up.",
  limit: "From the question bank, because today's limit for the language model is reached.",
  off: "From the question bank, because the language model is switched off for now.",
};

/** The open follow-up. A language model may write it; until it is done, there is nothing to answer. */
export function DefendStage({
  answer,
  isPending,
  isClosed = false,
  error,
  onChange,
  onSubmit,
}: DefendStageProps) {
  const { followUps } = answer;
  const index = followUps.findIndex((followUp) => followUp.answer === null);
  const followUp = followUps[index];
  const { isWriting, words } = useWrittenFollowUp(answer, onChange);
  if (followUp === undefined) return null;
  if (isWriting) {
    return (
      <section aria-label="Follow-up" aria-busy="true" className="grid min-h-44 content-start gap-2">
        <h2 className="font-text text-sm font-semibold">Defend</h2>
        <p aria-live="polite" className="font-semibold [overflow-wrap:anywhere]">
          {formatInline(words)}
        </p>
        <p role="status" className="text-sm text-ink-2">
          The language model is writing a follow-up…
        </p>
      </section>
    );
  }
  const note = sourceNotes[followUp.source];
  return (
    <div className="grid gap-2">
      <AnswerBox
        key={`defend ${index}`}
        name={keptTextName(answer) ?? ""}
        label={<>Defend: {formatInline(followUp.ask)}</>}
        submitLabel="Send answer"
        canSkip
        isPending={isPending}
        isClosed={isClosed}
        error={error}
        onSubmit={onSubmit}
      />
      {note !== null && <p className="text-sm text-ink-2">{note}</p>}
    </div>
  );
}
