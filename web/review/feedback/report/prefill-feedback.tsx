import { areaNames } from "@greenroom/contract/review/rubrics/tracks.ts";
import { getRoomRecord } from "@greenroom/contract/room/room-record.ts";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useState } from "react";
import { useFormContext } from "react-hook-form";
import { queryOptionsFor } from "../../../api/query-client.ts";
import { filledText, prefillFromRecord } from "./feedback-prefill.ts";

interface PrefillFeedbackProps {
  bookingId: string;
  /** True while fields are filled in. */
  isFillingIn: RefObject<boolean>;
}

/** Fills empty fields of the feedback form once, from the questions and marks of the interview. Typed text stays. */
export function PrefillFeedback({ bookingId, isFillingIn }: PrefillFeedbackProps) {
  const form = useFormContext();
  const { data } = useQuery(queryOptionsFor(getRoomRecord, { params: { id: bookingId } }));
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    if (!data || text !== null) return;
    const { questions, scores, notes } = prefillFromRecord(data, form.getValues("track"));
    const fill = (name: string, value: unknown): boolean => {
      const current: unknown = form.getValues(name);
      if (value === undefined || value === "" || (current !== undefined && current !== "")) return false;
      form.setValue(name, value);
      return true;
    };
    isFillingIn.current = true;
    const hasQuestions = fill("questions", questions);
    const filledScores = areaNames.filter((name, index) => fill(`areas.${index}.score`, scores[name]));
    const filledNotes = areaNames.filter((name, index) => fill(`areas.${index}.notes`, notes[name]));
    isFillingIn.current = false;
    setText(
      filledText({
        hasQuestions,
        hasScores: filledScores.length > 0,
        hasMarks: filledNotes.length > 0,
      }),
    );
  }, [data, text, form, isFillingIn]);
  return (
    <p role="status" className="text-sm text-ink-2 empty:absolute">
      {text}
    </p>
  );
}
