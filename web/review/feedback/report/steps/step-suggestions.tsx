import { linesOf } from "@greenroom/contract/review/rubrics/rubric.ts";
import { getRoomRecord } from "@greenroom/contract/room/room-record.ts";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useFormContext, useWatch } from "react-hook-form";
import { queryOptionsFor } from "../../../../api/query-client.ts";
import { Button } from "../../../../ui/actions/button.tsx";
import type { Answers } from "../answers.ts";
import { scoresByArea, suggestSteps } from "./suggested-steps.ts";

/** Next steps from the record. A click adds one to the field. */
export function StepSuggestions({ bookingId }: { bookingId: string }) {
  const { data } = useQuery(queryOptionsFor(getRoomRecord, { params: { id: bookingId } }));
  const form = useFormContext<Answers>();
  const [areas, nextSteps] = useWatch({ control: form.control, name: ["areas", "nextSteps"] });
  if (data === undefined) return null;
  const written = linesOf(nextSteps);
  const suggested = suggestSteps(data, scoresByArea(areas)).filter(({ text }) => !written.includes(text));
  if (suggested.length === 0) return null;

  function add(step: string) {
    const before = form.getValues("nextSteps").trimEnd();
    const text = before === "" ? step : `${before}\n${step}`;
    form.setValue("nextSteps", text, { shouldDirty: true, shouldValidate: true });
    // The button that was clicked is gone.
    form.setFocus("nextSteps");
  }

  return (
    <section aria-label="Next steps from the record" className="grid gap-1.5">
      <p className="text-sm text-ink-3">From the record, to add with a click:</p>
      <ul className="flex flex-wrap gap-2">
        {suggested.map(({ text, label }) => (
          <li key={text} className="min-w-0">
            <Button
              variant="quiet"
              size="sm"
              title={label === text ? undefined : text}
              onClick={() => add(text)}
              className="!justify-start !text-left"
            >
              <Plus aria-hidden="true" className="size-4 shrink-0" />
              <span className="min-w-0 break-words">
                <span className="sr-only">Add </span>
                {label}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
