import type { RecordItemOf, RoomRecord, RoomRecordItem } from "@greenroom/contract/room/room-record.ts";
import { utteranceCharacters } from "@greenroom/contract/room/transcript.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { type FormEvent, memo, useState } from "react";
import { call, errorMessage } from "../../api/client.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, TextArea } from "../../ui/fields.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { ChatText } from "../chat-text.tsx";
import { padLanguageNames, RunFigures, runOutcomeText } from "../code-runs/run-text.tsx";
import { formatInline, outcomeLabels, QuestionText } from "../questions/question-text.tsx";
import { formatElapsed, isOwnId, markLabelTexts, marksText, participantName } from "./record-text.tsx";

interface RecordTimelineProps {
  bookingId: string;
  /** The speakers can still correct their words. */
  canCorrect: boolean;
  people: RoomRecord["people"];
  items: readonly RoomRecordItem[];
  /** The item that was opened, by its time or by a link. */
  selectedId: string | null;
  onSelect: (item: RoomRecordItem) => void;
}

export const itemElementId = (id: string) => `item-${id}`;

/** All events in order, with their times from the interview's start. */
export const RecordTimeline = memo(function RecordTimeline({
  bookingId,
  canCorrect,
  people,
  items,
  selectedId,
  onSelect,
}: RecordTimelineProps) {
  if (items.length === 0) return <p className="text-ink-2">Nobody entered the room.</p>;
  return (
    <ol className="-mx-2 grid gap-1">
      {items.map((item) => (
        <Row
          key={item.id}
          bookingId={bookingId}
          canCorrect={canCorrect}
          item={item}
          people={people}
          isSelected={item.id === selectedId}
          onSelect={onSelect}
        />
      ))}
    </ol>
  );
});

interface RowProps {
  bookingId: string;
  canCorrect: boolean;
  item: RoomRecordItem;
  people: RoomRecord["people"];
  isSelected: boolean;
  onSelect: (item: RoomRecordItem) => void;
}

/** Later items, such as the deletion of the transcript on another day, are not on the interview's clock. */
const clockSeconds = 2 * 3600;

const Row = memo(function Row({ bookingId, canCorrect, item, people, isSelected, onSelect }: RowProps) {
  return (
    <li
      id={itemElementId(item.id)}
      tabIndex={-1}
      aria-current={isSelected ? "true" : undefined}
      className={clsx(
        "grid scroll-my-24 grid-cols-[4.25rem_minmax(0,1fr)] gap-2 rounded-sm border-l-2 px-2 py-1.5 outline-none",
        isSelected ? "border-accent bg-accent-tint" : "border-transparent",
      )}
    >
      {item.atSeconds > clockSeconds ? (
        <span className="text-sm text-ink-2">Later</span>
      ) : (
        <button
          type="button"
          onClick={() => onSelect(item)}
          className="link -my-1 self-start py-1 text-left text-sm tabular"
        >
          <span className="sr-only">Go to </span>
          {formatElapsed(item.atSeconds)}
        </button>
      )}
      <RecordItemView bookingId={bookingId} canCorrect={canCorrect} item={item} people={people} />
    </li>
  );
});

const phaseLabels = {
  interview: "The interview began",
  feedback: "Feedback began",
  ended: "The interview ended",
};

const consentLabels = {
  given: "agreed to the transcript",
  withdrawn: "withdrew consent to the transcript",
  ended: "stopped the transcript",
  deleted: "had the transcript deleted",
};

function RecordItemView({ bookingId, canCorrect, item, people }: Omit<RowProps, "isSelected" | "onSelect">) {
  const name = "personId" in item ? participantName(people, item.personId) : "";
  switch (item.kind) {
    case "joined":
      return <p>{name} joined</p>;
    case "left":
      return <p className="text-ink-2">{name} left</p>;
    case "phase":
      return <p className="font-semibold">{phaseLabels[item.phase]}</p>;
    case "question":
      return <QuestionItem item={item} name={name} />;
    case "hint":
      return (
        <div className="min-w-0">
          <p>
            {name} showed a hint of “{item.title}”
          </p>
          <p className="break-words text-ink-2">{formatInline(item.text)}</p>
        </div>
      );
    case "mark":
      return (
        <div className="min-w-0">
          <p>
            <span
              aria-hidden="true"
              className={clsx(
                "mr-2 inline-block size-2 rotate-45 border border-amber",
                item.label === "good" && "bg-accent",
              )}
            />
            {name} marked this: <span className="font-semibold">{markLabelTexts[item.label]}</span>
          </p>
          {item.note !== "" && <p className="break-words text-ink-2">{item.note}</p>}
        </div>
      );
    case "code":
      return (
        <p>
          {item.editedBy.length === 0
            ? "The code changed"
            : `${item.editedBy.map((id) => participantName(people, id)).join(" and ")} changed the code`}
        </p>
      );
    case "chat":
      return (
        <div className="rounded-md bg-sunk px-3.5 py-2">
          <p className="text-xs text-ink-2">{name}</p>
          <ChatText text={item.body} />
        </div>
      );
    case "board":
      return (
        <div className="min-w-0">
          <p>{name} wrote on the whiteboard</p>
          <p className="whitespace-pre-wrap break-words text-ink-2">{item.text}</p>
        </div>
      );
    case "utterance": {
      const isOwn = isOwnId(people, item.personId);
      return <UtteranceView bookingId={bookingId} item={item} name={name} canCorrect={canCorrect && isOwn} />;
    }
    case "consent":
      return (
        <p className="text-ink-2">
          {name} {consentLabels[item.event]}
        </p>
      );
    case "run":
      return (
        <div className="min-w-0">
          <p>
            {name} ran {padLanguageNames[item.language]}: {runOutcomeText(item)}
          </p>
          {item.output !== "" && (
            <section aria-label={`What ${isOwnId(people, item.personId) ? "your" : `${name}’s`} run printed`}>
              <pre
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
                tabIndex={0}
                className="mt-1.5 max-h-48 overflow-auto whitespace-pre-wrap break-words rounded-sm border border-line bg-sunk px-3 py-2 font-mono text-sm"
              >
                {item.output}
              </pre>
            </section>
          )}
          <RunFigures figures={item.figures ?? []} />
        </div>
      );
  }
}

/** A question that was shown; its interviewer also sees their private marks. */
export function QuestionItem({ item, name }: { item: RecordItemOf<"question">; name: string }) {
  const { title, prompt, marks } = item;
  const details = marks === null ? "" : marksText(marks);
  return (
    <div className="min-w-0">
      <p>
        {name} asked: <span className="font-semibold">{title}</span>
      </p>
      <details className="text-sm text-ink-2">
        <summary className="min-h-9 cursor-pointer py-1.5">The prompt</summary>
        <QuestionText text={prompt} />
      </details>
      {marks !== null && (marks.outcome !== null || details !== "") && (
        <p className="break-words text-sm">
          <span className="text-ink-2">Only you see this: </span>
          {marks.outcome !== null && <strong>{outcomeLabels[marks.outcome]}. </strong>}
          <span>{details}</span>
        </p>
      )}
    </div>
  );
}

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
      call("PUT /api/rooms/:id/utterances/:utteranceId", {
        params: { id: bookingId, utteranceId: item.id },
        body: { text },
      }),
    onSuccess: async () => {
      await client.invalidateQueries(
        queryOptionsFor("GET /api/rooms/:id/record", { params: { id: bookingId } }),
      );
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
