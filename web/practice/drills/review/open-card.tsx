import {
  type DrillCard,
  type DrillRating,
  type DrillToday,
  revealCard,
  reviewCard,
} from "@greenroom/contract/practice/drills.ts";
import type { TestCount } from "@greenroom/contract/room/questions.ts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call } from "../../../api/client.ts";
import { ApiError, errorMessage } from "../../../api/errors.ts";
import { LazyPart } from "../../../app/lazy-part.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import { TextArea } from "../../../ui/fields/text-area.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { drillMessages } from "../messages.ts";
import { CardBack } from "./card-back.tsx";
import { CardFront } from "./card-front.tsx";
import { RatingButtons, ratingOfKey } from "./rating-buttons.tsx";
import { useCardKeys } from "./use-card-keys.ts";

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
  const reveal = useMutation({ mutationFn: () => call(revealCard, { params: { cardId: card.id } }) });
  const review = useMutation({
    mutationFn: (rating: DrillRating) =>
      call(reviewCard, { params: { cardId: card.id }, body: { id: reviewId, rating, tests } }),
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
