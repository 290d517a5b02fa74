import { plainDigits } from "./plain-text.ts";

/* Finds what leads somebody out of the product in a text that everybody can read: addresses, links, numbers, handles. */

/** Characters that nobody sees. */
export const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/u;

/** A domain of those that mail programs turn into links most often; U+3002 stands for a dot there. */
export const domain =
  /\bwww[.\u3002]|[\p{L}\p{M}\p{N}][.\u3002](?:ai|app|biz|club|co|com|de|in|info|io|live|ly|net|online|org|ru|shop|site|top|uk|us|xyz)(?![\p{L}\p{M}\p{N}])/iu;

type ContactDetail = "a link" | "an email address" | "a UPI id" | "a phone number" | "a handle" | "markup";

const at = String.raw`\s?(?:@|[([{]\s?at\s?[)\]}])\s?`;
/** A dot, also as a word or in brackets. */
const dot = String.raw`\s?(?:[.\u3002]|[([{]\s?(?:dot|\.)\s?[)\]}]\s?|\bdot\s)`;

const patterns: readonly [ContactDetail, RegExp][] = [
  ["markup", /<[/!]?[a-z][^<>]{0,300}>|<(?:a|img|script|iframe|svg|style)\b|\]\s?\(|&#?\w{2,8};/iu],
  ["an email address", new RegExp(String.raw`[\p{L}\p{N}._+-]+${at}[\p{L}\p{N}-]+${dot}[a-z]{2,}`, "iu")],
  [
    "an email address",
    /\b(?:gmail|yahoo|hotmail|outlook|rediffmail|ymail|icloud|proton(?:mail)?)\s?(?:[.,\u3002]|[([{]?\s?dot\s?[)\]}]?|\s)\s?(?:com|co|in|me)\b/iu,
  ],
  // Not `recall@k`. With spaces only those of the banks, because others write "engineer @ Acme".
  ["a UPI id", /[\p{L}\p{N}._-]+@[a-z]{3,}/iu],
  [
    "a UPI id",
    new RegExp(
      String.raw`[\p{L}\p{N}._-]+${at}(?:ok(?:axis|hdfcbank|icici|sbi)|ybl|ibl|axl|paytm|pt\w{2,5}|y?apl|upi)\b`,
      "iu",
    ),
  ],
  ["a link", /\b(?:https?|ftp|mailto|tel|javascript)\s?:|\bwww\b|:\s?\/\s?\//iu],
  ["a link", new RegExp(String.raw`[\p{L}\p{N}_-]*(?:${domain.source})`, "iu")],
  // The endings that are no words of their own, after a dot that somebody wrote apart or in letters.
  [
    "a link",
    /[\p{L}\p{N}_-]+(?:\s[.,\u3002]\s?|[.\u3002]\s|[,·•]|\s?[([{]\s?(?:dot|\.)\s?[)\]}]\s?|\sdot\s)(?:com|org|xyz|co\s?\.\s?in)\b/iu,
  ],
  [
    "a link",
    /[\p{L}\p{N}_-]+(?:\s?[([{]\s?(?:dot|\.)\s?[)\]}]\s?|\sdot\s)(?:ai|app|co|dev|in|info|io|me|net)\b/iu,
  ],
  // Endings that few texts have after a full stop without a space.
  ["a link", /[\p{L}\p{N}_-]{2,}\.(?:tech|dev|me|bio|blog|gg|edu|website|tv)(?![\p{L}\p{N}])/iu],
  // Any other ending, with a path. `B.Tech/M.Tech` is none.
  ["a link", /(?<![\p{L}\p{N}])(?![bm]\.tech\b)[\p{L}\p{N}-]+\.[a-z]{2,}\/[\p{L}\p{N}@]/iu],
  // Not `recall@10`, and not "engineer @ Acme".
  ["a handle", /(?<![\p{L}\p{N}])@[\p{L}_]\w+|@\s\w*_\w+/u],
  [
    "a handle",
    /\b(?:dm|ping|text|call|whatsapp|message|contact|reach|find|follow|add|e-?mail|write)\s(?:to\s)?me\s(?:on|at|via|through)\s\S+|\b(?:ig|tg|insta(?:gram)?|telegram|whatsapp|skype|discord|snapchat)\s?(?:id|handle|number|no)?\s?[:=]\s?\S+|\b(?:ig|tg|insta)\s?-\s?\S+/iu,
  ],
];

/** The space between two letters that stand alone, as in "k a v y a @ m a i l . c o m". */
const spelledGap = /(?<=(?:^|\s)[\p{L}\p{N}@.])\s(?=[\p{L}\p{N}@.](?:\s|$))/gu;

/** Longer text is refused by its field. */
const maxSearched = 1_000;

/** The first contact detail or markup in a text, with the part that it is; null without one. */
export function findContactDetail(text: string): { kind: ContactDetail; part: string } | null {
  if (text.length > maxSearched) return null;
  const seen = text
    .normalize("NFKC")
    .replaceAll(new RegExp(invisible, "gu"), "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(spelledGap, "");
  for (const [kind, pattern] of patterns) {
    const part = pattern.exec(seen)?.[0];
    if (part !== undefined) return { kind, part: part.trim() };
  }
  const number = findPhoneNumber(seen);
  return number === null ? null : { kind: "a phone number", part: number };
}

const digitWords = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
/** Shorter runs are amounts and years. */
const phoneDigits = 8;
/** Digits, with at most three marks or spaces between two of them. */
const digitRun = /\+?\d(?:[\s()[\].,\-\p{Pd}_/*|·•:+]{0,3}\d)+/gu;
/** 10,000,000 or 10 000 000, also as lakhs. */
const roundAmount = /^[1-9]\d{0,2}(?:[ ,]\d{2,3})*[ ,]000$/;

/** A run of digits that is long enough to be dialed, also in other scripts and as words; null without one. */
function findPhoneNumber(text: string): string | null {
  const digits = plainDigits(text)
    // What is left of a keycap's digit.
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(new RegExp(digitWords.join("|"), "gi"), (word) => `${digitWords.indexOf(word.toLowerCase())}`)
    .replaceAll(/(?<=\d[\s-]?)[oO](?=[\s-]?[\doO])/g, "0")
    .replaceAll(/(?<=\d[\s-]?)[lI|](?=[\s-]?\d)/g, "1");
  for (const [run] of digits.matchAll(digitRun)) {
    const groups = run.match(/\d+/g) ?? [];
    const isYears = groups.every((group) => /^(?:19|20)\d\d$/.test(group));
    if (groups.join("").length >= phoneDigits && !isYears && !roundAmount.test(run)) return run.trim();
  }
  return null;
}
