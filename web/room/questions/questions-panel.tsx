import type { Room } from "@greenroom/contract/room/room.ts";
import type { AskedQuestion, InterviewerQuestion } from "@greenroom/contract/room/room-questions.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { ArrowLeft, Star } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { call, errorMessage } from "../../api/client.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { QueryContent } from "../../app/query-content.tsx";
import { formatDay } from "../../format/times.ts";
import { Button } from "../../ui/button.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import type { RoomClient } from "../connection/room-client.ts";
import { AskedControls, useShowQuestion } from "./asked-controls.tsx";
import { DeleteOwnQuestion, OwnQuestionForm, useQuestionsChanged } from "./own-question-form.tsx";
import { emptyFilters, QuestionSearch } from "./question-search.tsx";
import {
  CodeBlock,
  describeQuestion,
  formatInline,
  outcomeLabels,
  QuestionTables,
  QuestionText,
  questionMessages,
} from "./question-text.tsx";

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
  const asked = useQuery(
    queryOptionsFor("GET /api/rooms/:id/asked-questions", { params: { id: bookingId } }),
  );
  const [view, setView] = useState<OpenView | null>(null);
  const [filters, setFilters] = useState(() => emptyFilters(room.goal));
  const [timesBack, setTimesBack] = useState(0);
  useEffect(() => {
    if (searchRequests > 0) setView({ kind: "search" });
  }, [searchRequests]);

  const backToSearch = () => {
    setView({ kind: "search" });
    setTimesBack(timesBack + 1);
  };
  const openQuestion = (questionId: string) => setView({ kind: "question", questionId });

  function renderView(questions: readonly AskedQuestion[]) {
    const open = questions.find(({ endedAt }) => endedAt === null);
    // After a reload, the panel opens the question that both see.
    const current = view ?? (open ? { kind: "question", questionId: open.questionId } : { kind: "search" });
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

  return (
    <QueryContent
      query={asked}
      loadingLabel="Loading the questions…"
      messages={questionMessages.search}
      lines={6}
      isInline
    >
      {({ questions }) => renderView(questions)}
    </QueryContent>
  );
}

interface AskedListProps {
  questions: readonly AskedQuestion[];
  onOpen: (questionId: string) => void;
}

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
  const question = useQuery(
    queryOptionsFor("GET /api/rooms/:id/questions/:questionId", { params: { id: bookingId, questionId } }),
  );
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
      <QueryContent
        query={question}
        loadingLabel="Loading the question…"
        messages={questionMessages.search}
        lines={6}
        isInline
      >
        {(data) => <LoadedQuestion {...props} question={data} />}
      </QueryContent>
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
    mutationFn: () =>
      call(
        isFavorite
          ? "DELETE /api/interviewer/favorite-questions/:questionId"
          : "PUT /api/interviewer/favorite-questions/:questionId",
        { params: { questionId: id } },
      ),
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

export function AnswerKey({ question }: { question: InterviewerQuestion }) {
  const { prompt, code, clarifications, followUps, criteria, modelAnswer, commonErrors, notes } = question;
  return (
    <div className="grid gap-2">
      <Part title="Prompt" isOpen>
        <QuestionText text={prompt} />
        {code && <QuestionTables tables={code.tables} />}
        {code && code.starterCode !== "" && <CodeBlock code={code.starterCode} label="Starter code" />}
      </Part>
      {notes !== "" && (
        <Part title="Your notes" isOpen>
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{notes}</p>
        </Part>
      )}
      {followUps.length > 0 && (
        <Part title="Follow-ups" isOpen>
          <dl className="grid gap-2">
            {followUps.map(({ when, ask }) => (
              <div key={ask}>
                <dt className="text-sm text-ink-2">{formatInline(when)}</dt>
                <dd>{formatInline(ask)}</dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {clarifications.length > 0 && (
        <Part title="Clarifications, if they ask">
          <dl className="grid gap-2">
            {clarifications.map(({ question: asked, answer }) => (
              <div key={asked}>
                <dt className="font-semibold">{formatInline(asked)}</dt>
                <dd>{formatInline(answer)}</dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {criteria.length > 0 && (
        <Part title="What to look for">
          <dl className="grid gap-2">
            {criteria.map(({ name, one, three, five }) => (
              <div key={name}>
                <dt className="font-semibold">{name}</dt>
                <Anchor score={1} text={one} />
                <Anchor score={3} text={three} />
                <Anchor score={5} text={five} />
              </div>
            ))}
          </dl>
        </Part>
      )}
      {modelAnswer !== "" && (
        <Part title="Model answer">
          <QuestionText text={modelAnswer} />
          {code?.referenceSolution && <CodeBlock code={code.referenceSolution} label="Reference solution" />}
        </Part>
      )}
      {commonErrors.length > 0 && (
        <Part title="Common errors">
          <ul className="grid list-disc gap-1 pl-5">
            {commonErrors.map((error) => (
              <li key={error}>{formatInline(error)}</li>
            ))}
          </ul>
        </Part>
      )}
      <p className="text-sm text-ink-2">
        Only you see this page. “Show to both” shows the prompt, not the rest.
      </p>
    </div>
  );
}

function Anchor({ score, text }: { score: number; text: string }) {
  return (
    <dd>
      <strong className="tabular">{score}:</strong> {formatInline(text)}
    </dd>
  );
}

interface PartProps {
  title: string;
  isOpen?: boolean;
  children: ReactNode;
}

function Part({ title, isOpen = false, children }: PartProps) {
  return (
    <details open={isOpen} className="rounded-sm border border-line px-3">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{title}</summary>
      <div className="grid gap-3 pb-3 text-sm">{children}</div>
    </details>
  );
}
