import { getRoomRecord, type RecordItemOf } from "@greenroom/contract/room/room-record.ts";
import { correctUtterance, utteranceCharacters } from "@greenroom/contract/room/transcript.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { call } from "../../api/client.ts";
import { errorMessage } from "../../api/errors.ts";
import { queryOptionsFor } from "../../api/query-client.ts";
import { Button } from "../../ui/actions/button.tsx";
import { Field } from "../../ui/fields/field.tsx";
import { TextArea } from "../../ui/fields/text-area.tsx";
import { StatusMessage } from "../../ui/status/status-message.tsx";

const messages = {
  failed: "Your correction could not be saved. Please try again.",
  network: "Network error. Your correction is not saved yet: press Save again.",
};

interface UtteranceViewProps {
  bookingId: string;
  item: RecordItemOf<"utterance">;
  name: string;
  /** True for the speaker, until the report is made. */
  canCorrect: boolean;
}

/** A person's words, with the first transcription if they were corrected. */
export function UtteranceView({ bookingId, item, name, canCorrect }: UtteranceViewProps) {
  const [isEditing, setEditing] = useState(false);
  return (
    <div className="min-w-0">
      <p className="text-xs text-ink-2">{name} said</p>
      {isEditing ? (
        <CorrectionForm bookingId={bookingId} item={item} onClose={() => setEditing(false)} />
      ) : (
        <>
          <p className="break-words" lang={item.language}>
            {item.text}
          </p>
          {item.originalText !== null && (
            <p className="break-words text-sm text-ink-2">
              Corrected. It was transcribed as: <span lang={item.language}>“{item.originalText}”</span>
            </p>
          )}
          {canCorrect && (
            <button type="button" onClick={() => setEditing(true)} className="link min-h-8 text-sm">
              Correct<span className="sr-only"> what you said</span>
            </button>
          )}
        </>
      )}
    </div>
  );
}

interface CorrectionFormProps extends Pick<UtteranceViewProps, "bookingId" | "item"> {
  onClose: () => void;
}

function CorrectionForm({ bookingId, item, onClose }: CorrectionFormProps) {
  const [text, setText] = useState(item.text);
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(correctUtterance, { params: { id: bookingId, utteranceId: item.id }, body: { text } }),
    onSuccess: async () => {
      await client.invalidateQueries(queryOptionsFor(getRoomRecord, { params: { id: bookingId } }));
      onClose();
    },
  });
  const isBlank = text.trim() === "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending && !isBlank) mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-2">
      <Field label="What you said" error={isBlank ? "Write what you said." : undefined}>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            lang={item.language}
            maxLength={utteranceCharacters}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="sm" pending={isPending} inactive={isBlank}>
          Save
        </Button>
        <Button variant="quiet" size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <StatusMessage message={error ? errorMessage(error, messages) : null} tone="bad" />
    </form>
  );
}
