import {
  type CardKind,
  type DrillCard,
  type DrillRating,
  type DrillToday,
  drillRatings,
} from "@greenroom/contract/practice/drills.ts";
import { type AnswerKey, questionLevelNames, type TestCount } from "@greenroom/contract/room/questions.ts";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { ApiError, call, errorMessage } from "../../api/client.ts";
import {
  CodeBlock,
  formatInline,
  QuestionTables,
  QuestionText,
} from "../../room/questions/question-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Pill } from "../../ui/content.tsx";
import { Field, TextArea } from "../../ui/fields.tsx";
import { LazyPart } from "../../ui/lazy-part.tsx";
import { Card } from "../../ui/panels.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { drillMessages, nextText } from "./drill-text.ts";

/** Only code cards need the program that runs code. */
const codeCardPart = {
  name: "The code card",
  load: () => import("./code-card.tsx").then((module) => module.default),
  lines: 6,
};

interface OpenCardProps {
  card: DrillCard;
  onRated: (dueAt: Date, today: DrillToday) => void;
  onSkip: () => void;
}

/** One card: its question, its other side after it is turned, and the rating. */
export function OpenCard({ card, onRated, onSkip }: OpenCardProps) {
  // The same for each retry, so that a rating whose response was lost counts once.
  const [reviewId] = useState(() => crypto.randomUUID());
  const [tests, setTests] = useState<TestCount | null>(null);
  const [isTesting, setTesting] = useState(false);
  const back = useRef<HTMLElement>(null);
  const reveal = useMutation({
    mutationFn: () => call("POST /api/practice/cards/:cardId/reveal", { params: { cardId: card.id } }),
  });
  const review = useMutation({
    mutationFn: (rating: DrillRating) =>
      call("POST /api/practice/cards/:cardId/reviews", {
        params: { cardId: card.id },
        body: { id: reviewId, rating, tests },
      }),
    // By the clock of this browser, which can be wrong: only the wait is the server's.
    onSuccess: ({ dueAt, now, today }) =>
      onRated(new Date(Date.now() + Date.parse(dueAt) - Date.parse(now)), today),
  });
  // The card was rated in another tab, or its question is open in the person's interview or round.
  const isRefused = [reveal.error, review.error].some(
    (error) => error instanceof ApiError && error.code === "conflict",
  );
  const isCode = card.kind === "code";
  const revealed = reveal.data;
  const onlyAgain = isCode && (tests === null || tests.passed < tests.total);
  const canRate = revealed !== undefined && !isTesting && !review.isPending;
  const rate = (rating: DrillRating) => canRate && review.mutate(rating);
  const show = () => reveal.mutateAsync().catch(() => null);
  useCardKeys((key) => {
    if (revealed === undefined) {
      if ((key !== " " && key !== "Enter") || isCode || reveal.isPending) return false;
      void show();
      return true;
    }
    const rating = ratingOfKey(key, onlyAgain);
    if (rating !== null) rate(rating);
    return rating !== null;
  });
  useEffect(() => {
    if (revealed !== undefined) back.current?.focus();
  }, [revealed]);
  return (
    <Card className="grid gap-5">
      <CardFront card={card} />
      {isCode ? (
        <LazyPart source={codeCardPart}>
          {(CodeCard) => (
            <CodeCard
              question={card.question}
              answerKey={revealed?.key ?? null}
              isRevealing={reveal.isPending}
              onReveal={async () => {
                setTesting(true);
                const result = await show();
                if (result === null) setTesting(false);
                return result?.key ?? null;
              }}
              onTested={(count) => {
                setTests(count);
                setTesting(false);
              }}
            />
          )}
        </LazyPart>
      ) : (
        <Field label="Your answer" optional hint="For you alone. It is not saved.">
          {(control) => <TextArea {...control} rows={3} />}
        </Field>
      )}
      {revealed === undefined && !isCode && (
        <Button
          className="justify-self-start"
          aria-keyshortcuts="Space"
          pending={reveal.isPending}
          pendingLabel="Loading the answer…"
          onClick={show}
        >
          Show answer
        </Button>
      )}
      <StatusMessage message={reveal.error && errorMessage(reveal.error, drillMessages.reveal)} tone="bad" />
      {revealed !== undefined && (
        <section
          ref={back}
          tabIndex={-1}
          aria-label="Answer"
          className="grid gap-5 border-t border-line pt-5 outline-none"
        >
          <CardBack kind={card.kind} answerKey={revealed.key} />
          {!isTesting && (
            <RatingButtons
              dueAfter={revealed.dueAfter}
              now={new Date()}
              onlyAgain={onlyAgain}
              pending={review.isPending ? review.variables : null}
              onRate={rate}
            />
          )}
          <StatusMessage
            message={review.error && errorMessage(review.error, drillMessages.review)}
            tone="bad"
          />
        </section>
      )}
      {isRefused && (
        <Button className="justify-self-start" variant="quiet" onClick={onSkip}>
          Next card
        </Button>
      )}
    </Card>
  );
}

const tasks: Record<CardKind, string> = {
  answer: "Answer aloud or in writing, then compare.",
  errors: "Do not answer it. Which mistakes do people make here?",
  code: "Write the code. The tests decide.",
};

export function CardFront({ card }: { card: DrillCard }) {
  const { kind, isNew, level, question } = card;
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap gap-2">
        <Pill dot={false}>{questionLevelNames[level]}</Pill>
        <Pill dot={false} status={isNew ? "ready" : "off"}>
          {isNew ? "New" : "Again"}
        </Pill>
      </p>
      <h2 className="text-xl">{question.title}</h2>
      <QuestionText text={question.prompt} />
      {question.code && <QuestionTables tables={question.code.tables} />}
      <p className="border-l-2 border-accent pl-3 font-medium">{tasks[kind]}</p>
    </div>
  );
}

export function CardBack({ kind, answerKey }: { kind: CardKind; answerKey: AnswerKey }) {
  const { modelAnswer, criteria, commonErrors, referenceSolution } = answerKey;
  const errors = (
    <Part title="Common errors">
      <ul className="grid list-disc gap-1.5 pl-5">
        {commonErrors.map((error) => (
          <li key={error}>{formatInline(error)}</li>
        ))}
      </ul>
    </Part>
  );
  if (kind === "errors") return errors;
  return (
    <div className="grid gap-5">
      <Part title="Model answer">
        <QuestionText text={modelAnswer} />
        {referenceSolution && <CodeBlock code={referenceSolution} label="Reference solution" />}
      </Part>
      <Part title="A very good answer">
        <dl className="grid gap-2">
          {criteria.map(({ name, five }) => (
            <div key={name}>
              <dt className="font-semibold">{name}</dt>
              <dd className="text-ink-2">{formatInline(five)}</dd>
            </div>
          ))}
        </dl>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="font-text text-sm font-semibold text-ink-2">{title}</h3>
      {children}
    </section>
  );
}

const names: Record<DrillRating, string> = { again: "Again soon", hard: "Hard", good: "Good", easy: "Easy" };

interface RatingButtonsProps {
  dueAfter: Record<DrillRating, string>;
  now: Date;
  /** After a failed test, only Again can be chosen. */
  onlyAgain: boolean;
  /** The rating that is being saved. */
  pending: DrillRating | null;
  onRate: (rating: DrillRating) => void;
}

/** The ratings of a card, each with when the card returns. */
export function RatingButtons({ dueAfter, now, onlyAgain, pending, onRate }: RatingButtonsProps) {
  const offered = onlyAgain ? drillRatings.slice(0, 1) : drillRatings;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-semibold">
        {onlyAgain ? "Not all tests passed, so this card comes back." : "How well did you know it?"}
      </legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {offered.map((rating, index) => (
          <Button
            key={rating}
            variant={rating === "good" || onlyAgain ? "primary" : "quiet"}
            wide
            aria-keyshortcuts={String(index + 1)}
            pending={pending === rating}
            pendingLabel="Saving…"
            inactive={pending !== null && pending !== rating}
            onClick={() => onRate(rating)}
          >
            <span className="grid">
              {names[rating]}
              {rating !== "again" && (
                <span className="text-xs font-normal tabular">
                  {nextText(new Date(dueAfter[rating]), now)}
                </span>
              )}
            </span>
          </Button>
        ))}
      </div>
      <p className="text-xs text-ink-3 max-md:hidden">
        Keys: Space shows the answer, {onlyAgain ? "1 rates" : "1 to 4 rate"} it.
      </p>
    </fieldset>
  );
}

export function ratingOfKey(key: string, onlyAgain: boolean): DrillRating | null {
  const rating = drillRatings[Number(key) - 1] ?? null;
  return onlyAgain && rating !== "again" ? null : rating;
}

/** Calls `onKey` for keys that are pressed outside fields, buttons and links. */
export function useCardKeys(onKey: (key: string) => boolean): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  // Not after the paint: a key that is pressed as soon as the next card appears would be lost.
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { target, key, altKey, ctrlKey, metaKey, repeat } = event;
      if (altKey || ctrlKey || metaKey || repeat || event.defaultPrevented) return;
      const isInControl =
        target instanceof Element &&
        target.closest("input, textarea, select, summary, [contenteditable], [role=dialog]") !== null;
      const isOnButton = target instanceof Element && target.closest("button, a") !== null;
      // Space and Enter activate the focused button.
      if (isInControl || (isOnButton && (key === " " || key === "Enter"))) return;
      if (latest.current(key)) event.preventDefault();
    };
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, []);
}
