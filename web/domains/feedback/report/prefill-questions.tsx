import { getRoomRecord } from "@greenroom/contract/rooms/room-record.ts";
import { areaNames } from "@greenroom/contract/rubrics/tracks.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useFormContext } from "react-hook-form";
import { queryOptionsFor } from "../../../api/query-client.ts";
import { prefillFromQuestions } from "./question-prefill.ts";

/** Fills empty fields of the feedback form once, from the questions of the interview. Typed text stays. */
export function PrefillQuestions({ bookingId }: { bookingId: string }) {
  const form = useFormContext();
  const { data } = useQuery(queryOptionsFor(getRoomRecord, { params: { id: bookingId } }));
  const [state, setState] = useState<"waiting" | "filled" | "nothing">("waiting");
  useEffect(() => {
    if (!data || state !== "waiting") return;
    const { questions, scores } = prefillFromQuestions(data);
    let hasFilled = false;
    const fill = (name: string, value: unknown) => {
      const current: unknown = form.getValues(name);
      if (value === undefined || value === "" || (current !== undefined && current !== "")) return;
      form.setValue(name, value);
      hasFilled = true;
    };
    fill("questions", questions);
    for (const [index, name] of areaNames.entries()) fill(`areas.${index}.score`, scores[name]);
    setState(hasFilled ? "filled" : "nothing");
  }, [data, state, form]);
  return (
    <p role="status" className="text-sm text-ink-2 empty:absolute">
      {state === "filled" &&
        "The questions you asked and the scores you gave in the room are filled in. Check them before you send."}
    </p>
  );
}
