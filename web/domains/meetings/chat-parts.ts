export interface ChatPart {
  /** Where it begins in the message. */
  at: number;
  words: string;
  /** Where it leads, if it is an address of the web. */
  href: string | null;
}

/** Up to the next gap, quote or bracket; what cannot be seen (it may turn the direction of what is read) ends an address, too. */
const address = /\bhttps?:\/\/[^\s\p{C}<>"“”]+/giu;
/** What stands behind an address in a sentence, and not in the address. */
const afterAddress = ".,;:!?'’*_~]}(";

/** A message in its parts, of which the addresses can be opened: http and https, as typed, and nothing else. */
export function chatParts(text: string): ChatPart[] {
  const parts: ChatPart[] = [];
  let done = 0;
  const pushText = (end: number) => {
    if (end > done) parts.push({ at: done, words: text.slice(done, end), href: null });
    done = end;
  };
  for (const match of text.matchAll(address)) {
    const words = withoutEnd(match[0]);
    const href = hrefOf(words);
    if (href === null) continue;
    pushText(match.index);
    parts.push({ at: match.index, words, href });
    done = match.index + words.length;
  }
  pushText(text.length);
  return parts;
}

/** A closing bracket belongs to an address only when its opening one does. */
function withoutEnd(found: string): string {
  const opened = found.split("(").length;
  let closed = found.split(")").length;
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1);
    if (last === ")" && closed > opened) closed -= 1;
    else if (!afterAddress.includes(last)) break;
  }
  return found.slice(0, end);
}

/** Null for what is no address, and for one with a name before its host, which reads as if it led there. */
function hrefOf(words: string): string | null {
  if (!URL.canParse(words)) return null;
  const { href, username, password } = new URL(words);
  return username === "" && password === "" ? href : null;
}
