import type { RecordItem, SessionRecord } from "@greenroom/contract/session-record.ts";
import { ChatText } from "../components/chat-text.tsx";
import { nameInRoom } from "../name-in-room.ts";
import { languageNames } from "../pad/language-names.ts";
import { formatMoment } from "./format-moment.ts";
import { outcomeWords } from "./outcome-words.ts";

/** Who came and went, what was said and what was run, in its order, with the time from the session's start. */
export function RecordTimeline({ record }: { record: SessionRecord }) {
  if (record.items.length === 0) return <p className="text-ink-2">Nobody came into the room.</p>;
  return (
    <ol className="grid gap-3">
      {record.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a record does not change its order
        <li key={index} className="grid grid-cols-[4.25rem_minmax(0,1fr)] gap-3">
          <span className="pt-0.5 text-sm text-ink-3 tabular">{formatMoment(item.atSeconds)}</span>
          <Happening item={item} name={nameInRoom(record.people, item.personId)} />
        </li>
      ))}
    </ol>
  );
}

function Happening({ item, name }: { item: RecordItem; name: string }) {
  switch (item.kind) {
    case "joined":
      return <p>{name} came in</p>;
    case "left":
      return <p className="text-ink-2">{name} left</p>;
    case "chat":
      return (
        <div className="rounded-md bg-sunk px-3.5 py-2">
          <p className="text-xs text-ink-2">{name}</p>
          <ChatText text={item.body} />
        </div>
      );
    case "run":
      return (
        <div className="min-w-0">
          <p>
            {name} ran {languageNames[item.language]}: {outcomeWords(item)}
          </p>
          {item.output !== "" && (
            <section aria-label={`What ${name === "You" ? "your" : `${name}’s`} run printed`}>
              <pre
                // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
                tabIndex={0}
                className="mt-1.5 max-h-48 overflow-auto whitespace-pre-wrap break-words rounded-sm border border-line bg-sunk px-3 py-2 font-mono text-sm"
              >
                {item.output}
              </pre>
            </section>
          )}
        </div>
      );
  }
}
