import { writeMoment } from "@greenroom/contract/review/rubric.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { QueryContent } from "../../app/query-content.tsx";
import { type Answers, addLine, momentsOf } from "./feedback-form.ts";

const messages = {
  failed: "Your notes could not be loaded.",
  network: "Your notes could not be loaded. Check your connection.",
};

/** The interviewer's private notes from the room, as a help for writing. Nothing of them is sent with the feedback. */
export function RoomNotes({ bookingId }: { bookingId: string }) {
  const notes = useQuery(queryOptionsFor("GET /api/rooms/:id/notes", { params: { id: bookingId } }));
  // Without notes there is nothing to help with.
  if (notes.data?.body.trim() === "") return null;
  return (
    <details>
      <summary className="min-h-11 content-center font-semibold">Your notes from the room</summary>
      <QueryContent query={notes} loadingLabel="Loading your notes" messages={messages} lines={3} isInline>
        {({ body }) => (
          <>
            <p className="text-sm text-ink-2">Only you see these.</p>
            <p className="mt-1 whitespace-pre-wrap break-words text-sm">{body}</p>
          </>
        )}
      </QueryContent>
    </details>
  );
}

interface AddFromInterviewProps {
  bookingId: string;
  field: "summary" | `areas.${number}.notes`;
  /** "the notes on coding" */
  label: string;
}

/** What a click adds to a field: moments of the record to notes, and the lines of the private notes from the room. */
export function AddFromInterview({ bookingId, field, label }: AddFromInterviewProps) {
  const record = useQuery(queryOptionsFor("GET /api/rooms/:id/record", { params: { id: bookingId } }));
  const notes = useQuery(queryOptionsFor("GET /api/rooms/:id/notes", { params: { id: bookingId } }));
  const form = useFormContext<Answers>();
  const text = useWatch({ control: form.control, name: field });
  const [isOpen, setOpen] = useState(false);
  const moments = field === "summary" || record.data === undefined ? [] : momentsOf(record.data);
  const lines = noteLines(notes.data?.body ?? "");
  if (moments.length + lines.length === 0) return null;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link inline-block min-h-11 content-center text-sm">
        Add from the interview<span className="sr-only"> to {label}</span> ({moments.length + lines.length})
      </summary>
      {isOpen && (
        <ul className="grid max-h-56 gap-1 overflow-y-auto">
          {moments.map((moment) => (
            <AddButton
              key={moment.id}
              isAdded={text.includes(writeMoment(moment))}
              onClick={() => addLine(form, field, writeMoment(moment))}
            >
              <span className="font-semibold text-green tabular">
                {moment.time}, {moment.source}
              </span>
              {moment.text !== "" && <span className="block">{moment.text}</span>}
            </AddButton>
          ))}
          {lines.map((line, index) => (
            <AddButton
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be the same, and the list does not change.
              key={index}
              isAdded={text.includes(line)}
              onClick={() => addLine(form, field, line, field === "summary" ? " " : "\n")}
            >
              {line}
            </AddButton>
          ))}
        </ul>
      )}
    </details>
  );
}

interface AddButtonProps {
  isAdded: boolean;
  onClick: () => void;
  children: ReactNode;
}

function AddButton({ isAdded, onClick, children }: AddButtonProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onClick}
        className="min-h-11 w-full break-words rounded-sm border border-line px-3 py-2 text-left text-sm hover:bg-sunk"
      >
        <span className="sr-only">Add </span>
        {children}
        {isAdded && <span className="text-ink-2"> · added</span>}
      </button>
    </li>
  );
}

/** A small letter after a full stop goes on with the sentence, as in "e.g. the cost". */
const sentence = /.+?(?:[.!?…।]+(?=\s+[^\s\p{Ll}])|$)/gu;
const bullet = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+/;

/** Notes in lines to take over one by one: a sentence each, without the bullet of a list. */
export function noteLines(notes: string): string[] {
  return notes
    .split(/\r\n|\r|\n/)
    .flatMap((line) => line.replace(bullet, "").match(sentence) ?? [])
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
}
