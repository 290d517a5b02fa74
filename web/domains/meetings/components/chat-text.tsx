import { useMemo } from "react";
import { chatParts } from "../chat-parts.ts";

/** A message as it was written, with the addresses in it to be opened; each in a tab of its own, so that nobody leaves the call. */
export function ChatText({ text }: { text: string }) {
  // The room is drawn twice a second, for its clock.
  const parts = useMemo(() => chatParts(text), [text]);
  return (
    <p className="whitespace-pre-wrap break-words">
      {parts.map(({ at, words, href }) =>
        href === null ? (
          words
        ) : (
          <a key={at} href={href} target="_blank" rel="noopener noreferrer" className="link">
            {words}
            <span className="sr-only"> (opens a new tab)</span>
          </a>
        ),
      )}
    </p>
  );
}
