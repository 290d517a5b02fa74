import { cleanLine } from "@greenroom/contract/kernel/clean-text.ts";
import {
  type AskedQuestion,
  endQuestion,
  listAskedQuestions,
  type QuestionMarks,
  saveQuestionMarks,
  showHint,
  showQuestion,
} from "@greenroom/contract/room/room-questions.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call } from "../../api/client.ts";
import { isFinalRefusal } from "../../api/errors.ts";
import { queryOptionsFor } from "../../api/query-client.ts";

/**
 * Returns a function that adds a server response to the list of asked questions. Showing a question ends the
 * previous one.
 */
function useKeepAsked(bookingId: string): (asked: AskedQuestion) => void {
  const queryClient = useQueryClient();
  const { queryKey } = queryOptionsFor(listAskedQuestions, { params: { id: bookingId } });
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
      return call(showQuestion, { params: { id: bookingId }, body: { id: attempt.current, questionId } });
    },
    onSuccess: (asked) => {
      attempt.current = undefined;
      keep(asked);
      onShown();
    },
  });
}

export function useShowHint(bookingId: string, askedId: string) {
  const keep = useKeepAsked(bookingId);
  return useMutation({
    mutationFn: (index: number) => call(showHint, { params: { id: bookingId, askedId }, body: { index } }),
    onSuccess: keep,
  });
}

export function useEndQuestion(bookingId: string, askedId: string) {
  const keep = useKeepAsked(bookingId);
  return useMutation({
    mutationFn: () => call(endQuestion, { params: { id: bookingId, askedId } }),
    onSuccess: keep,
  });
}

/** Counted from the last change, in milliseconds. */
const saveDelayMilliseconds = 600;
const retryDelayMilliseconds = 4_000;

/**
 * The private marks of an answer, saved as they change. An unsaved change is sent when the user leaves the page. After
 * a refusal, they are sent again when they have changed.
 */
export function useQuestionMarks(bookingId: string, asked: AskedQuestion) {
  const keep = useKeepAsked(bookingId);
  const [marks, setMarks] = useState(asked.marks);
  const [saved, setSaved] = useState(asked.marks);
  const { mutate, isPending, isError, error, variables } = useMutation({
    mutationFn: ({ criteria, note, outcome }: QuestionMarks) =>
      call(saveQuestionMarks, {
        params: { id: bookingId, askedId: asked.id },
        body: { scores: criteria.map(({ score }) => score), note: cleanLine(note), outcome },
      }),
    // Runs one at a time, so that the last change wins.
    scope: { id: `marks ${asked.id}` },
    onSuccess: (answer, sent) => {
      setSaved(sent);
      keep(answer);
    },
  });
  const isChanged = marks !== saved;
  const isFinal = isFinalRefusal(error);
  const isRefused = isFinal && marks === variables;
  useEffect(() => {
    if (!isChanged || isPending || isRefused) return;
    const delay = isError && !isFinal ? retryDelayMilliseconds : saveDelayMilliseconds;
    const timer = setTimeout(() => mutate(marks), delay);
    return () => clearTimeout(timer);
  }, [marks, isChanged, isPending, isRefused, isError, isFinal, mutate]);
  const unsaved = useRef<QuestionMarks | null>(null);
  unsaved.current = isChanged && !isRefused ? marks : null;
  useEffect(
    () => () => {
      if (unsaved.current !== null) mutate(unsaved.current);
    },
    [mutate],
  );
  const state = !isChanged ? "saved" : isRefused ? "refused" : isError && !isFinal ? "retrying" : "saving";
  return { marks, setMarks, state, error } as const;
}
