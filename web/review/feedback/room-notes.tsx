import { inSentence } from "@greenroom/contract/review/rubric.ts";
import type { TrackArea } from "@greenroom/contract/review/tracks.ts";
import { getNotes } from "@greenroom/contract/room/room.ts";
import { useQuery } from "@tanstack/react-query";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { type UseFormReturn, useFormContext, useWatch } from "react-hook-form";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { QueryContent } from "../../app/query-content.tsx";
import { Button } from "../../ui/button.tsx";
import { useCopyToClipboard } from "../../ui/hooks.ts";
import { type Answers, addLine } from "./feedback-form.ts";

const messages = {
  failed: "Your notes could not be loaded.",
  network: "Your notes could not be loaded. Check your connection.",
};

interface RoomNotesProps {
  bookingId: string;
  areas: readonly TrackArea[];
  /** Where a click adds a line: the field that the mentor last worked on. */
  target: NoteTarget;
  /** Shown on request. */
  isFolded: boolean;
}

/**
 * The interviewer's private notes from the room, as a help for writing. Nothing of them is sent with the feedback but
 * the lines that the interviewer adds to it.
 */
export function RoomNotes({ bookingId, areas, target, isFolded }: RoomNotesProps) {
  const notes = useQuery(queryOptionsFor(getNotes, { params: { id: bookingId } }));
  const form = useFormContext<Answers>();
  const [said, setSaid] = useState("");
  // Without notes there is nothing to help with.
  if (notes.data?.body.trim() === "") return null;

  function add(line: string) {
    addNoteLine(form, target, line);
    setSaid(`A line of your notes was added to ${targetLabel(target, areas)}.`);
  }

  const content = (
    <QueryContent query={notes} loadingLabel="Loading your notes" messages={messages} lines={3} isInline>
      {({ body }) => (
        <>
          <p className="text-sm text-ink-2">
            Only you see these. A click adds a line to {targetLabel(target, areas)}.
          </p>
          {isFolded && <CopyNotes text={body} />}
          <NoteLineList lines={noteLines(body)} onAdd={add} />
          <p role="status" className="sr-only">
            {said}
          </p>
        </>
      )}
    </QueryContent>
  );
  if (isFolded) {
    return (
      <details>
        <summary className="min-h-11 content-center font-semibold">Your notes from the room</summary>
        <div className="grid gap-2 pt-1">{content}</div>
      </details>
    );
  }
  return (
    <section aria-labelledby="room-notes" className="grid content-start gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 id="room-notes" className="text-lg">
          Your notes from the room
        </h3>
        {notes.data && <CopyNotes text={notes.data.body} />}
      </div>
      {content}
    </section>
  );
}

function CopyNotes({ text }: { text: string }) {
  const { copied, copy } = useCopyToClipboard(text);
  const Icon = copied ? Check : Copy;
  return (
    <>
      <Button size="sm" variant="quiet" onClick={copy} className="justify-self-end">
        <Icon aria-hidden="true" className="size-4" /> {copied ? "Copied" : "Copy notes"}
      </Button>
      <p role="status" className="text-sm text-ink-2 empty:absolute">
        {copied === false && "Your browser did not allow copying. Add the lines with a click instead."}
      </p>
    </>
  );
}

interface AddFromNotesProps {
  bookingId: string;
  areas: readonly TrackArea[];
  target: NoteTarget;
}

/** The interviewer's private notes below a field of the form, where the page has no room for them beside it. */
export function AddFromNotes({ bookingId, areas, target }: AddFromNotesProps) {
  const { data } = useQuery(queryOptionsFor(getNotes, { params: { id: bookingId } }));
  const form = useFormContext<Answers>();
  const [isOpen, setOpen] = useState(false);
  const lines = noteLines(data?.body ?? "");
  if (lines.length === 0) return null;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link inline-block min-h-11 content-center text-sm">
        Add from your notes<span className="sr-only"> to {targetLabel(target, areas)}</span> ({lines.length})
      </summary>
      {isOpen && <NoteLineList lines={lines} onAdd={(line) => addNoteLine(form, target, line)} />}
    </details>
  );
}

interface NoteLineListProps {
  lines: readonly string[];
  onAdd: (line: string) => void;
}

/** The interviewer's private notes as buttons, which add a line to the feedback. */
function NoteLineList({ lines, onAdd }: NoteLineListProps) {
  const { control } = useFormContext<Answers>();
  const [areas, summary] = useWatch({ control, name: ["areas", "summary"] });
  const written = [...areas.map(({ notes }) => notes), summary].join("\n");
  return (
    <ul aria-label="Your private notes" className="grid max-h-56 gap-1 overflow-y-auto lg:max-h-[18dvh]">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be the same, and the list does not change.
        <li key={index}>
          <button
            type="button"
            onClick={() => onAdd(line)}
            className="min-h-11 w-full whitespace-pre-wrap break-words rounded-sm border border-line px-3 py-2 text-left text-sm hover:bg-sunk"
          >
            <span className="sr-only">Add </span>
            {line}
            {written.includes(line) && <span className="text-ink-2"> · added</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Longer notes end in one long line, so that nothing of them is lost. */
const mostLines = 60;

/** A small letter after a full stop goes on with the sentence, as in "e.g. the cost". */
const sentence = /.+?(?:[.!?…।]+(?=\s+[^\s\p{Ll}])|$)/gu;
const bullet = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+/;

/** Notes in lines to take over one by one: a sentence each, without the bullet of a list. */
export function noteLines(notes: string): string[] {
  const lines = notes
    .split(/\r\n|\r|\n/)
    .flatMap((line) => line.replace(bullet, "").match(sentence) ?? [])
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines - 1), lines.slice(mostLines - 1).join(" ")];
}

/** The field to which a line of the private notes is added: the notes on the area of this index, or the summary. */
export type NoteTarget = number | "summary";

function targetLabel(target: NoteTarget, areas: readonly TrackArea[]): string {
  const area = target === "summary" ? undefined : areas[target];
  return area === undefined ? "the summary" : `the notes on ${inSentence(area.label)}`;
}

/** Adds a line at the end: to notes as a line of its own, to the summary as its next sentence. */
function addNoteLine(form: UseFormReturn<Answers>, target: NoteTarget, line: string): void {
  if (target === "summary") addLine(form, "summary", line, " ");
  else addLine(form, `areas.${target}.notes`, line);
}
