import {
  answerFollowUp,
  explainAnswer,
  finishAnswer,
  type MeasuredSpeech,
  type PracticeAnswer,
} from "@greenroom/contract/practice/rounds.ts";
import type { TestCount } from "@greenroom/contract/room/questions.ts";
import { useMutation } from "@tanstack/react-query";
import clsx from "clsx";
import { useState } from "react";
import { callOnce } from "../../../api/call-once.ts";
import { ApiError, errorMessage } from "../../../api/errors.ts";
import { confirmDialogPart } from "../../../app/confirm-dialog-part.ts";
import { LazyPart, useLoadAhead } from "../../../app/lazy-part.tsx";
import { useDarkTheme } from "../../../room/layout/use-dark-theme.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { practiceMessages } from "../messages.ts";
import { AnswerBox } from "./answer-box.tsx";
import { AnswersSoFar } from "./answers-so-far.tsx";
import { DefendStage } from "./defend-stage.tsx";
import { HintLadder } from "./hint-ladder.tsx";
import { codeStagePart, lazyParts } from "./lazy-parts.ts";
import { QuestionPanel } from "./question-panel.tsx";
import { keptTextName } from "./use-stored-text.ts";

interface ActiveQuestionProps {
  answer: PracticeAnswer;
  /** Why the question is not of the level or topic that was chosen; null if it is. */
  choiceNote?: string | null;
  /** Its time is over, or another tab ended it or started another one. */
  isRoundEnded?: boolean;
  /** The round's time is over, so that it ends within a minute. */
  isTimeUp?: boolean;
  /** On the server's clock. */
  now: Date;
  onChange: (answer: PracticeAnswer) => void;
  /** Called when the server's state is newer than this page's, because another tab continued the round. */
  onStale: () => void;
  /** Of an ended round. */
  onShowSummary?: () => void;
}

interface Said {
  text: string;
  speech: MeasuredSpeech | null;
}

/** The open question of a round: explain, defend, code. */
export function ActiveQuestion({
  answer,
  choiceNote = null,
  isRoundEnded = false,
  isTimeUp = false,
  now,
  onChange,
  onStale,
  onShowSummary,
}: ActiveQuestionProps) {
  useDarkTheme();
  useLoadAhead(answer.question.code === null ? lazyParts.withoutCode : lazyParts.withCode);
  const { id, stage, question, followUps } = answer;
  const [isConfirming, setConfirming] = useState(false);
  const openIndex = followUps.findIndex((followUp) => followUp.answer === null);
  const [unsent, setUnsent] = useState("");
  const options = {
    onSuccess: onChange,
    onError: (error: Error, sent: object) => {
      if (!(error instanceof ApiError && error.code === "conflict")) return;
      // "Finish question" sends no text, and must not take away one that is shown.
      if ("text" in sent) setUnsent(String(sent.text));
      onStale();
    },
  };
  const explain = useMutation({
    mutationFn: (said: Said) => callOnce(explainAnswer, { params: { id }, body: said }),
    ...options,
  });
  const defend = useMutation({
    mutationFn: (said: Said) => callOnce(answerFollowUp, { params: { id, index: openIndex }, body: said }),
    ...options,
  });
  const finish = useMutation({
    mutationFn: (body: { code: string | null; visible: TestCount | null }) =>
      callOnce(finishAnswer, { params: { id }, body }),
    ...options,
  });
  const problem = (error: Error | null) => error && errorMessage(error, practiceMessages.answer);
  const task = stage === "code" ? question.code : null;
  const isCoding = task !== null;
  const textName = keptTextName(answer) ?? "";
  return (
    <div
      className={clsx(
        "mx-auto grid w-full gap-4 p-3 sm:p-5",
        isCoding ? "max-w-[90rem] lg:grid-cols-2" : "max-w-3xl",
      )}
    >
      <div className="grid content-start gap-6 rounded-md border border-dark-line bg-card p-4 text-ink sm:p-6">
        <QuestionPanel question={question} note={choiceNote} showsCode={!isCoding} />
        <AnswersSoFar answer={answer} />
        <EndNotice isRoundEnded={isRoundEnded} isTimeUp={isTimeUp} />
        {isRoundEnded && onShowSummary !== undefined && (
          <Button className="justify-self-start" onClick={onShowSummary}>
            Go to the summary
          </Button>
        )}
        <UnsentText text={isStored(answer, unsent) ? "" : unsent} isRoundEnded={isRoundEnded} />
        {stage === "explain" && (
          <AnswerBox
            key="explain"
            name={textName}
            label="Explain your approach"
            submitLabel="Send explanation"
            isPending={explain.isPending}
            isClosed={isRoundEnded}
            error={problem(explain.error)}
            onSubmit={explain.mutateAsync}
          />
        )}
        {stage === "defend" && (
          <DefendStage
            answer={answer}
            isPending={defend.isPending}
            isClosed={isRoundEnded}
            error={problem(defend.error)}
            onChange={onChange}
            onSubmit={defend.mutateAsync}
          />
        )}
        {!isRoundEnded && <HintLadder answer={answer} now={now} onChange={onChange} />}
        {!isCoding && !isRoundEnded && (
          <Button
            variant="ghost"
            flush
            className="justify-self-start"
            pending={finish.isPending}
            onClick={() => setConfirming(true)}
          >
            Finish question
          </Button>
        )}
        {isConfirming && !isRoundEnded && (
          <LazyPart source={confirmDialogPart}>
            {(ConfirmDialog) => (
              <ConfirmDialog
                open
                title="Finish this question now?"
                message="You'll see the model answer, and can no longer change yours."
                confirmLabel="Finish question"
                cancelLabel="Keep going"
                pending={finish.isPending}
                onConfirm={() =>
                  finish.mutate({ code: null, visible: null }, { onSettled: () => setConfirming(false) })
                }
                onCancel={() => setConfirming(false)}
              />
            )}
          </LazyPart>
        )}
      </div>
      {task !== null && (
        <div className="rounded-md border border-dark-line bg-card p-3 text-ink sm:p-5">
          <LazyPart source={codeStagePart}>
            {(CodeStage) => (
              <CodeStage
                name={textName}
                task={task}
                isPending={finish.isPending}
                isClosed={isRoundEnded}
                error={problem(finish.error)}
                onFinish={finish.mutateAsync}
              />
            )}
          </LazyPart>
        </div>
      )}
    </div>
  );
}

/** Says what the end of the round means for an answer that is being written. */
function EndNotice({ isRoundEnded, isTimeUp }: { isRoundEnded: boolean; isTimeUp: boolean }) {
  return (
    <div role="status" className="empty:absolute">
      {(isRoundEnded || isTimeUp) && (
        <p className="rounded-sm border border-accent-line bg-accent-tint p-3 text-sm">
          {isRoundEnded
            ? "This round has ended, so it takes no more answers. What you wrote is kept in this browser, and you can copy it."
            : "Time is up. You can still send what you have written: the round ends within a minute."}
        </p>
      )}
    </div>
  );
}

/** A text whose confirmation was lost can be refused when it is sent again after a reload. */
function isStored({ explanation, followUps }: PracticeAnswer, text: string): boolean {
  return [explanation, ...followUps.map(({ answer }) => answer)].includes(text.trim());
}

/** The text that could not be sent, because another tab or a lost request continued the question or ended the round. */
function UnsentText({ text, isRoundEnded }: { text: string; isRoundEnded: boolean }) {
  return (
    // Screen readers do not announce the first text of an element that was hidden until then.
    <div role="status" className="empty:absolute">
      {text !== "" && (
        <div className="grid gap-2 rounded-sm border border-accent-line bg-accent-tint p-3 text-sm">
          <p className="font-semibold">
            {isRoundEnded
              ? "This round has ended, so this was not sent. You can copy it from here:"
              : "You had already answered this, here or in another tab, so this was not sent. You can copy it from here:"}
          </p>
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
        </div>
      )}
    </div>
  );
}
