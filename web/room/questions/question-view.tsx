import { addFavorite, removeFavorite } from "@greenroom/contract/room/own-questions.ts";
import {
  type AskedQuestion,
  type InterviewerQuestion,
  readRoomQuestion,
} from "@greenroom/contract/room/room-questions.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { ArrowLeft, Star } from "lucide-react";
import { useEffect, useRef } from "react";
import { call } from "../../api/client.ts";
import { errorMessage } from "../../api/errors.ts";
import { queryOptionsFor } from "../../api/query-client.ts";
import { formatDay } from "../../format/format-day.ts";
import { Button } from "../../ui/actions/button.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { LoadingLines } from "../../ui/status/skeleton.tsx";
import { StatusMessage } from "../../ui/status/status-message.tsx";
import type { RoomClient } from "../connection/room-client.ts";
import { DeleteOwnQuestion } from "../own-questions/own/delete-own-question.tsx";
import { useQuestionsChanged } from "../own-questions/own/use-questions-changed.ts";
import { describeQuestion, questionMessages } from "../own-questions/question-labels.ts";
import { AnswerKey } from "./answer-key.tsx";
import { AskedControls } from "./asked-controls.tsx";
import { useShowQuestion } from "./use-asked-question.ts";

interface QuestionViewProps {
  bookingId: string;
  questionId: string;
  /** The last time that this question was shown in this interview. */
  asked: AskedQuestion | null;
  client: RoomClient;
  /** The server's clock. */
  now: Date;
  timeZone: string;
  onBack: () => void;
  onEdit: () => void;
}

/** One question with its answer key, which only the interviewer sees, and the controls for it. */
export function QuestionView(props: QuestionViewProps) {
  const { bookingId, questionId, onBack } = props;
  const question = useQuery(queryOptionsFor(readRoomQuestion, { params: { id: bookingId, questionId } }));
  const backButton = useRef<HTMLButtonElement>(null);
  useEffect(() => backButton.current?.focus({ preventScroll: true }), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape goes back, wherever the focus is
    <div
      className="grid content-start gap-3"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        onBack();
      }}
    >
      <Button
        ref={backButton}
        size="sm"
        variant="ghost"
        flush
        className="justify-self-start"
        onClick={onBack}
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        All questions
      </Button>
      {question.data ? (
        <LoadedQuestion {...props} question={question.data} />
      ) : question.error ? (
        <ErrorState
          message={errorMessage(question.error, questionMessages.search)}
          onRetry={() => question.refetch()}
          retrying={question.isFetching}
        />
      ) : (
        <LoadingLines label="Loading the question…" lines={6} />
      )}
    </div>
  );
}

function LoadedQuestion({
  bookingId,
  question,
  asked,
  client,
  now,
  timeZone,
  onBack,
  onEdit,
}: QuestionViewProps & { question: InterviewerQuestion }) {
  const show = useShowQuestion(bookingId, () => {
    const { code } = question;
    if (code !== null && code.starterCode !== "") client.offerStarterCode(code.language, code.starterCode);
  });
  const isShown = asked !== null && asked.endedAt === null;
  return (
    <>
      <div>
        <h2 className="text-xl">{question.title}</h2>
        <p className="text-sm text-ink-2">{describeQuestion(question)}</p>
      </div>
      {question.askedBefore !== null && (
        <p className="rounded-sm border border-accent-line bg-accent-tint px-3 py-2 text-sm">
          This person was asked this before, on {formatDay(new Date(question.askedBefore), timeZone)}.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {!isShown && (
          <Button
            size="sm"
            variant="accent"
            pending={show.isPending}
            pendingLabel="Showing the question…"
            onClick={() => show.mutate(question.id)}
          >
            {asked === null ? "Show to both" : "Show again"}
          </Button>
        )}
        <FavoriteButton question={question} />
        {question.source === "own" && (
          <>
            <Button size="sm" variant="quiet" onClick={onEdit}>
              Edit
            </Button>
            <DeleteOwnQuestion id={question.id} title={question.title} onDeleted={onBack} />
          </>
        )}
      </div>
      <StatusMessage message={show.error && errorMessage(show.error, questionMessages.change)} tone="bad" />
      {asked !== null && (
        <AskedControls key={asked.id} bookingId={bookingId} asked={asked} question={question} now={now} />
      )}
      <AnswerKey question={question} />
    </>
  );
}

function FavoriteButton({ question: { id, isFavorite } }: { question: InterviewerQuestion }) {
  const refresh = useQuestionsChanged();
  const toggle = useMutation({
    mutationFn: () => call(isFavorite ? removeFavorite : addFavorite, { params: { questionId: id } }),
    onSuccess: refresh,
  });
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        aria-pressed={isFavorite}
        pending={toggle.isPending}
        onClick={() => toggle.mutate()}
      >
        <Star aria-hidden="true" className={isFavorite ? "size-4 fill-accent text-accent" : "size-4"} />
        Favorite
      </Button>
      <StatusMessage
        message={toggle.error && errorMessage(toggle.error, questionMessages.change)}
        tone="bad"
      />
    </>
  );
}
