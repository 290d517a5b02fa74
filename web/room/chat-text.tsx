import { useMemo } from "react";

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

export interface ChatPart {
  /** The position at which it begins in the message. */
  start: number;
  text: string;
  /** The target if it is a web address. */
  href: string | null;
}

/** Ends at a space, quote, bracket or invisible character, which may change the text's direction. */
const urlPattern = /\bhttps?:\/\/[^\s\p{C}<>"“”]+/giu;
/** Punctuation that follows an address in a sentence and is not part of it. */
const trailingPunctuation = ".,;:!?'’*_~]}(";

/** Splits a message into text and links: http and https addresses, exactly as typed, and nothing else. */
export function splitChatText(text: string): ChatPart[] {
  const parts: ChatPart[] = [];
  let position = 0;
  const pushText = (end: number) => {
    if (end > position) parts.push({ start: position, text: text.slice(position, end), href: null });
    position = end;
  };
  for (const match of text.matchAll(urlPattern)) {
    const words = trimTrailingPunctuation(match[0]);
    const href = safeHref(words);
    if (href === null) continue;
    pushText(match.index);
    parts.push({ start: match.index, text: words, href });
    position = match.index + words.length;
  }
  pushText(text.length);
  return parts;
}

/** A closing bracket is part of an address only if its opening one is. */
function trimTrailingPunctuation(found: string): string {
  const opened = found.split("(").length;
  let closed = found.split(")").length;
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1);
    if (last === ")" && closed > opened) closed -= 1;
    else if (!trailingPunctuation.includes(last)) break;
  }
  return found.slice(0, end);
}

/**
 * Null for an invalid address, and for one with a user name before its host, which would look like the host.
 */
function safeHref(linkText: string): string | null {
  if (!URL.canParse(linkText)) return null;
  const { href, username, password } = new URL(linkText);
  return username === "" && password === "" ? href : null;
}
