import { cleanLine, countOf } from "@greenroom/contract/kernel/plain-text.ts";
import {
  type AskedQuestion,
  type InterviewerQuestion,
  questionNoteCharacters,
  questionOutcomes,
} from "@greenroom/contract/room/room-questions.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { useId, useRef } from "react";
import { call, errorMessage } from "../../api/client.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { formatClock } from "../../format/times.ts";
import { Button } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/fields.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { useAutosave } from "../use-autosave.ts";
import { formatInline, outcomeLabels, questionMessages } from "./question-text.tsx";

interface AskedControlsProps {
  bookingId: string;
  asked: AskedQuestion;
  question: InterviewerQuestion;
  /** The server's clock. */
  now: Date;
}

const describeSaving = {
  saved: "Only you see these marks. They help you to fill in your feedback.",
  saving: "Saving…",
  retrying: "Not saved yet. Trying again…",
  refused: "Not saved. Change your marks to save them.",
};

/** The interviewer's controls for a question that was shown: time, hints, private marks, end. */
export function AskedControls({ bookingId, asked, question, now }: AskedControlsProps) {
  const params = { id: bookingId, askedId: asked.id };
  const keep = useKeepAsked(bookingId);
  const {
    value: marks,
    setValue: setMarks,
    state,
    error,
  } = useAutosave(asked.marks, {
    name: `marks ${asked.id}`,
    delayMilliseconds: 600,
    save: async ({ criteria, note, outcome }) => {
      const body = { scores: criteria.map(({ score }) => score), note: cleanLine(note), outcome };
      keep(await call("PUT /api/rooms/:id/asked-questions/:askedId/marks", { params, body }));
    },
  });
  const end = useMutation({
    mutationFn: () => call("POST /api/rooms/:id/asked-questions/:askedId/end", { params }),
    onSuccess: keep,
  });
  const isShown = asked.endedAt === null;
  const until = asked.endedAt === null ? now : new Date(asked.endedAt);
  const elapsed = formatClock((until.getTime() - Date.parse(asked.shownAt)) / 1000);
  return (
    <section
      aria-label="This question in this interview"
      className="grid gap-3 rounded-md border border-line bg-card p-3"
    >
      <p className="tabular">
        <strong>{isShown ? "Shown to both" : "Done"}</strong>, {elapsed}
        {question.minutes !== null && <span> of about {countOf(question.minutes, "minute")}</span>}
      </p>
      {question.hints.length > 0 && (
        <Hints bookingId={bookingId} asked={asked} hints={question.hints} canShow={isShown} />
      )}
      {marks.criteria.map(({ name, score }, index) => (
        <Criterion
          key={name}
          name={name}
          score={score}
          anchors={question.criteria[index]}
          onChange={(next) =>
            setMarks({
              ...marks,
              criteria: marks.criteria.map((each, place) => (place === index ? { name, score: next } : each)),
            })
          }
        />
      ))}
      <Field label="A line about the answer" optional>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            maxLength={questionNoteCharacters}
            value={marks.note}
            onChange={(event) => setMarks({ ...marks, note: event.target.value })}
          />
        )}
      </Field>
      <fieldset className="flex flex-wrap items-center gap-2">
        <legend className="mb-1.5 text-sm font-semibold">How it went</legend>
        {questionOutcomes.map((outcome) => (
          <Button
            key={outcome}
            size="sm"
            variant={marks.outcome === outcome ? "primary" : "quiet"}
            aria-pressed={marks.outcome === outcome}
            onClick={() => setMarks({ ...marks, outcome: marks.outcome === outcome ? null : outcome })}
          >
            {outcomeLabels[outcome]}
          </Button>
        ))}
        {isShown && (
          <Button
            size="sm"
            variant="accent"
            className="ml-auto"
            pending={end.isPending}
            onClick={() => end.mutate()}
          >
            Done
          </Button>
        )}
      </fieldset>
      <p role="status" className="text-sm text-ink-2">
        {describeSaving[state]}
      </p>
      <StatusMessage
        message={state === "refused" ? errorMessage(error, questionMessages.change) : null}
        tone="bad"
      />
      <StatusMessage message={end.error && errorMessage(end.error, questionMessages.change)} tone="bad" />
    </section>
  );
}

interface HintsProps {
  bookingId: string;
  asked: AskedQuestion;
  hints: readonly string[];
  canShow: boolean;
}

function Hints({ bookingId, asked, hints, canShow }: HintsProps) {
  const show = useMutation({
    mutationFn: (index: number) =>
      call("POST /api/rooms/:id/asked-questions/:askedId/hints", {
        params: { id: bookingId, askedId: asked.id },
        body: { index },
      }),
    onSuccess: useKeepAsked(bookingId),
  });
  return (
    <div>
      <h3 className="mb-1.5 font-text text-sm font-semibold">Hints</h3>
      <ol className="grid gap-2">
        {hints.map((hint, index) => {
          const isShown = asked.hints.some((shown) => shown.index === index);
          return (
            <li
              key={hint}
              className={clsx(
                "flex flex-wrap items-center gap-x-3 gap-y-1 border-l-2 pl-3 text-sm",
                isShown ? "border-accent" : "border-line",
              )}
            >
              <span className="min-w-48 flex-1">{formatInline(hint)}</span>
              {isShown ? (
                <span className="text-ink-2">Shown to both</span>
              ) : (
                canShow && (
                  <Button
                    size="sm"
                    variant="quiet"
                    pending={show.isPending && show.variables === index}
                    onClick={() => show.mutate(index)}
                  >
                    Show hint {index + 1}
                  </Button>
                )
              )}
            </li>
          );
        })}
      </ol>
      <StatusMessage message={show.error && errorMessage(show.error, questionMessages.change)} tone="bad" />
    </div>
  );
}

interface CriterionProps {
  name: string;
  score: number | null;
  anchors: InterviewerQuestion["criteria"][number] | undefined;
  onChange: (score: number | null) => void;
}

/** 1 to 5 for one criterion; pressing the selected score again clears it. */
function Criterion({ name, score, anchors, onChange }: CriterionProps) {
  const id = useId();
  const shownAnchors = score === null || !anchors ? [] : anchorsNear(anchors, score);
  return (
    <fieldset
      aria-describedby={shownAnchors.length === 0 ? undefined : id}
      onKeyDown={(event) => {
        const pressed = Number(event.key);
        if (!(pressed >= 1 && pressed <= 5) || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        onChange(pressed);
      }}
    >
      <legend className="mb-1 text-sm font-semibold">{name}</legend>
      <div className="flex gap-1">
        {[1, 2, 3, 4, 5].map((value) => (
          <button
            key={value}
            type="button"
            aria-label={`${name}: ${value} of 5`}
            aria-pressed={score === value}
            onClick={() => onChange(score === value ? null : value)}
            className={clsx(
              "grid size-11 place-items-center rounded-sm border font-semibold tabular lg:size-9",
              score === value ? "border-green bg-green text-on-green" : "border-edge bg-card hover:bg-sunk",
            )}
          >
            {value}
          </button>
        ))}
      </div>
      {shownAnchors.length > 0 && (
        <div id={id} className="mt-1 text-sm text-ink-2">
          {shownAnchors.map(([anchor, text]) => (
            <p key={anchor}>
              <strong className="tabular">{anchor}:</strong> {formatInline(text)}
            </p>
          ))}
        </div>
      )}
    </fieldset>
  );
}

/** The anchor of a score, or its two neighboring anchors. */
function anchorsNear(
  { one, three, five }: { one: string; three: string; five: string },
  score: number,
): [number, string][] {
  const anchors: [number, string][] = [
    [1, one],
    [3, three],
    [5, five],
  ];
  return anchors.filter(([anchor]) => Math.abs(anchor - score) <= (score % 2 === 0 ? 1 : 0));
}

/**
 * Returns a function that adds a server response to the list of asked questions. Showing a question ends the
 * previous one.
 */
function useKeepAsked(bookingId: string): (asked: AskedQuestion) => void {
  const queryClient = useQueryClient();
  const { queryKey } = queryOptionsFor("GET /api/rooms/:id/asked-questions", { params: { id: bookingId } });
  return (asked) => {
    queryClient.setQueryData(queryKey, (current) => {
      const others = (current?.questions ?? [])
        .filter(({ id }) => id !== asked.id)
        .map((other) =>
          asked.endedAt === null && other.endedAt === null ? { ...other, endedAt: asked.shownAt } : other,
        );
      const questions = [...others, asked].sort((a, b) => Date.parse(a.shownAt) - Date.parse(b.shownAt));
      return { questions };
    });
  };
}

/** Shows a question to both. A retry after a failure does not show it again. */
export function useShowQuestion(bookingId: string, onShown: () => void) {
  const keep = useKeepAsked(bookingId);
  const attempt = useRef<string>(undefined);
  return useMutation({
    mutationFn: (questionId: string) => {
      attempt.current ??= crypto.randomUUID();
      return call("POST /api/rooms/:id/asked-questions", {
        params: { id: bookingId },
        body: { id: attempt.current, questionId },
      });
    },
    onSuccess: (asked) => {
      attempt.current = undefined;
      keep(asked);
      onShown();
    },
  });
}
