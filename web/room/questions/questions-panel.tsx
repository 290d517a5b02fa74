import type { Room } from "@greenroom/contract/room/room.ts";
import { type AskedQuestion, listAskedQuestions } from "@greenroom/contract/room/room-questions.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { errorMessage } from "../../api/errors.ts";
import { queryOptionsFor } from "../../api/query-client.ts";
import { Button } from "../../ui/actions/button.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { LoadingLines } from "../../ui/status/skeleton.tsx";
import type { RoomClient } from "../connection/room-client.ts";
import { OwnQuestionForm } from "../own-questions/own/own-question-form.tsx";
import { outcomeLabels, questionMessages } from "../own-questions/question-labels.ts";
import { emptyFilters, QuestionSearch } from "./question-search.tsx";
import { QuestionView } from "./question-view.tsx";

export interface QuestionsPanelProps {
  room: Room;
  client: RoomClient;
  /** The server's clock. */
  now: Date;
  timeZone: string;
  /** The number of presses of the shortcut; each one moves the focus to the search. */
  searchRequests: number;
}

type OpenView =
  | { kind: "search" }
  | { kind: "question"; questionId: string }
  /** Null for a new one. */
  | { kind: "form"; questionId: string | null };

/**
 * The interviewer's questions: search, read, show, mark. Nothing here is sent to the other participant before "Show
 * to both".
 */
export function QuestionsPanel({ room, client, now, timeZone, searchRequests }: QuestionsPanelProps) {
  const { bookingId } = room;
  const asked = useQuery(queryOptionsFor(listAskedQuestions, { params: { id: bookingId } }));
  const [view, setView] = useState<OpenView | null>(null);
  const [filters, setFilters] = useState(() => emptyFilters(room.goal));
  const [timesBack, setTimesBack] = useState(0);
  useEffect(() => {
    if (searchRequests > 0) setView({ kind: "search" });
  }, [searchRequests]);

  if (asked.error && !asked.data) {
    return (
      <ErrorState
        message={errorMessage(asked.error, questionMessages.search)}
        onRetry={() => asked.refetch()}
        retrying={asked.isFetching}
      />
    );
  }
  if (!asked.data) return <LoadingLines label="Loading the questions…" lines={6} />;
  const { questions } = asked.data;
  const open = questions.find(({ endedAt }) => endedAt === null);
  // After a reload, the panel opens the question that both see.
  const current = view ?? (open ? { kind: "question", questionId: open.questionId } : { kind: "search" });
  const backToSearch = () => {
    setView({ kind: "search" });
    setTimesBack(timesBack + 1);
  };
  const openQuestion = (questionId: string) => setView({ kind: "question", questionId });

  if (current.kind === "form") {
    return (
      <OwnQuestionForm
        key={current.questionId}
        questionId={current.questionId}
        onSaved={openQuestion}
        onCancel={() => (current.questionId === null ? backToSearch() : openQuestion(current.questionId))}
      />
    );
  }
  if (current.kind === "question") {
    return (
      <QuestionView
        key={current.questionId}
        bookingId={bookingId}
        questionId={current.questionId}
        asked={questions.findLast(({ questionId }) => questionId === current.questionId) ?? null}
        client={client}
        now={now}
        timeZone={timeZone}
        onBack={backToSearch}
        onEdit={() => setView({ kind: "form", questionId: current.questionId })}
      />
    );
  }
  return (
    <div className="grid content-start gap-3">
      <AskedList questions={questions} onOpen={openQuestion} />
      <QuestionSearch
        bookingId={bookingId}
        timeZone={timeZone}
        filters={filters}
        onFiltersChange={setFilters}
        focusRequest={searchRequests + timesBack}
        onOpen={openQuestion}
        onWrite={() => setView({ kind: "form", questionId: null })}
      />
    </div>
  );
}

interface AskedListProps {
  questions: readonly AskedQuestion[];
  onOpen: (questionId: string) => void;
}

/** The questions that were asked in this interview so far. */
function AskedList({ questions, onOpen }: AskedListProps) {
  if (questions.length === 0) return null;
  return (
    <section aria-label="Asked in this interview" className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="text-sm text-ink-2">Asked:</span>
      {questions.map(({ id, questionId, title, endedAt, marks }) => (
        <Button key={id} size="sm" variant="quiet" onClick={() => onOpen(questionId)}>
          {title}
          <span className="font-normal text-ink-2">
            {endedAt === null
              ? "shown now"
              : marks.outcome === null
                ? "done"
                : outcomeLabels[marks.outcome].toLowerCase()}
          </span>
        </Button>
      ))}
    </section>
  );
}
