import type { RoomRecord, RoomRecordItem } from "@greenroom/contract/room/room-record.ts";
import clsx from "clsx";
import { memo } from "react";
import { ChatText } from "../chat/chat-text.tsx";
import { padLanguageNames } from "../code-pads/pad-language-names.ts";
import { RunFigures } from "../code-pads/run/output/run-figures.tsx";
import { formatInline } from "../own-questions/question-text.tsx";
import { isOwnId, participantName } from "../participant-name.ts";
import { QuestionItem } from "./question-item.tsx";
import { formatElapsed, markLabelTexts } from "./record-text.ts";
import { runOutcomeText } from "./run-outcome-text.ts";
import { UtteranceView } from "./utterance-view.tsx";

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
    default:
      return null;
  }
}
