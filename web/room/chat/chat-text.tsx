import { useMemo } from "react";
import { splitChatText } from "./chat-parts.ts";

/** A message with links for its addresses; each opens in a new tab, so that nobody leaves the call. */
export function ChatText({ text }: { text: string }) {
  // The room renders twice a second, for its clock.
  const parts = useMemo(() => splitChatText(text), [text]);
  return (
    <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {parts.map(({ start, text: partText, href }) =>
        href === null ? (
          partText
        ) : (
          <a key={start} href={href} target="_blank" rel="noopener noreferrer" className="link">
            {partText}
            <span className="sr-only"> (opens a new tab)</span>
          </a>
        ),
      )}
    </p>
  );
}
