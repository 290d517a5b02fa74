import { cleanLine } from "@greenroom/contract/kernel/clean-text.ts";
import {
  type MarkLabel,
  markDelaySeconds,
  markLabels,
  markMoment,
  markNoteCharacters,
} from "@greenroom/contract/room/room-record.ts";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { call } from "../../api/client.ts";
import { errorMessage } from "../../api/errors.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Field } from "../../ui/fields/field.tsx";
import { TextInput } from "../../ui/fields/text-input.tsx";
import { StatusMessage } from "../../ui/status/status-message.tsx";
import { markLabelTexts } from "../record/record-text.ts";

export interface SavedMark {
  label: MarkLabel;
  atSeconds: number;
}

const sentences = {
  failed: "This moment could not be marked. Please try again.",
  network: "Network error. The mark is not saved yet: press again.",
};

interface MarkFormProps {
  bookingId: string;
  /** When the button was pressed, by this page's clock in milliseconds. */
  pressedAt: number;
  onMade: (mark: SavedMark) => void;
}

/** An optional note, and the kind of the mark. Enter means "good". */
export function MarkForm({ bookingId, pressedAt, onMade }: MarkFormProps) {
  // Sending again after a failure uses the same id, so that it counts once.
  const [id] = useState(() => crypto.randomUUID());
  const [note, setNote] = useState("");
  const { mutate, isPending, error } = useMutation({
    mutationFn: (label: MarkLabel) => {
      const secondsAgo = Math.min(markDelaySeconds, Math.max(0, (Date.now() - pressedAt) / 1000));
      return call(markMoment, {
        params: { id: bookingId },
        body: { id, label, note: cleanLine(note), secondsAgo },
      });
    },
    onSuccess: ({ atSeconds }, label) => onMade({ label, atSeconds }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate("good");
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field
        label="A line about this moment"
        optional
        hint="The interviewee does not see it now. You both see it in the record afterwards."
      >
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            maxLength={markNoteCharacters}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        {markLabels.map((label) => (
          <Button
            key={label}
            variant={label === "good" ? "primary" : "quiet"}
            size="sm"
            inactive={isPending}
            onClick={() => mutate(label)}
          >
            {markLabelTexts[label]}
          </Button>
        ))}
      </div>
      <StatusMessage message={error && errorMessage(error, sentences)} tone="bad" />
    </form>
  );
}
