import { cutText, plainDigits } from "./plain-text.ts";

/* Finds what leads somebody out of the product in a text that everybody can read: addresses, links, numbers, handles. */

/** Characters that nobody sees. */
export const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/u;

/** Endings that companies and programs have in their names too: Observe.AI, Booking.com, Socket.IO. */
const namedEnding = String.raw`[.\u3002](?:ai|com|io|net|org)(?![\p{L}\p{M}\p{N}])`;
const otherEnding = String.raw`[.\u3002](?:app|biz|club|co|de|in|info|live|ly|online|ru|shop|site|top|uk|us|xyz)(?![\p{L}\p{M}\p{N}])`;

/** A domain of those that mail programs turn into links most often; U+3002 stands for a dot there. */
export const domain = new RegExp(
  String.raw`\bwww[.\u3002]|[\p{L}\p{M}\p{N}](?:${namedEnding}|${otherEnding})`,
  "iu",
);

type ContactDetail = "a link" | "an email address" | "a UPI id" | "a phone number" | "a handle" | "markup";

const at = String.raw`\s?(?:@|[([{]\s?at\s?[)\]}])\s?`;
/** A dot, also as a word or in brackets. */
const dot = String.raw`\s?(?:\.|[([{]\s?(?:dot|\.)\s?[)\]}]\s?|\bdot\s)`;

/** A name as accounts have them: `kavya_ml`, `kavya.rao`, `kavya98`; or a number. Few words look like that. */
const account = String.raw`(?:[\p{L}\p{N}]{2,}(?:[._][\p{L}\p{N}]+)+|\p{L}{3,}\d{2,}|\d{5,})(?![\p{L}\p{N}])`;
const mailer = "(?:gmail|yahoo|hotmail|outlook|rediffmail|ymail|icloud|proton(?:mail)?)";
const messenger = "(?:ig|tg|insta(?:gram)?|linkedin|telegram|whatsapp|skype|discord|snapchat)";
/** Where somebody is found outside of the product. */
const service = `(?:${messenger}|x|twitter|facebook|fb|messenger|signal|slack|zoom|youtube|github|medium|substack|topmate|calendly|preplaced|adplist|unstop|upi|gpay|phonepe)`;
const ask = "dm|ping|text|call|whatsapp|message|contact|reach|find|follow|add|book|e-?mail|write|tag|pay";
/** Endings of UPI ids that are no words, as Paytm is. */
const upiBank = "ok(?:axis|hdfcbank|icici|sbi)|ybl|ibl|axl|y?apl";

const patterns: readonly [ContactDetail, RegExp][] = [
  ["an email address", new RegExp(String.raw`[\p{L}\p{N}._+-]+${at}[\p{L}\p{N}-]+${dot}[a-z]{2,}`, "iu")],
  // "kavya at gmail dot com", "kavya.rao on gmail". Not "Gmail in production".
  [
    "an email address",
    new RegExp(
      String.raw`\b${mailer}(?:[\s-]?[([{]?(?:[.,]|dot)[)\]}]?[\s-]?|\s)com\b|${account}\s(?:(?:on|at)\s)?${mailer}\b`,
      "iu",
    ),
  ],
  // Not `recall@k` and `recall@precision`.
  [
    "a UPI id",
    /(?<![\p{L}\p{N}._-])(?!(?:accuracy|hits?|map|mrr|ndcg|pass|precision|recall|top)@)[\p{L}\p{N}._-]*[\p{L}\p{N}_]@[a-z]{3,}/iu,
  ],
  // With spaces only those of the banks, because others write "engineer @ Acme".
  [
    "a UPI id",
    new RegExp(
      String.raw`[\p{L}\p{N}._-]+(?:${at}(?:${upiBank}|paytm|pt\w{2,5}|upi)|[\s-]at[\s-](?:${upiBank}))\b`,
      "iu",
    ),
  ],
  ["a link", /\b(?:https?|mailto|tel):\S|\bwww\b|:\s?\/\s?\//iu],
  ["a link", new RegExp(String.raw`[\p{L}\p{N}_-]*[\p{L}\p{M}\p{N}]${otherEnding}`, "iu")],
  // "See kavya.com", "kavya-rao.com", "kavya.substack.com".
  [
    "a link",
    new RegExp(
      String.raw`(?:\b(?:visit|see|(?:web)?site|blog|portfolio|(?:me|more|cv)\s(?:at|on))(?:\sis)?\s?[\s:]\s?|[\p{L}\p{N}]\.|(?<!\b(?:ex|non))-)[\p{L}\p{N}_-]+${namedEnding}`,
      "iu",
    ),
  ],
  // The endings that are no words of their own, after a dot that somebody wrote apart or in letters.
  [
    "a link",
    /[\p{L}\p{N}_-]+(?:\s[.,]\s?|\.\s|[,·•]|\s?[([{]\s?(?:dot|\.)\s?[)\]}]\s?|[\s-]dot[\s-])(?:com|org|xyz|co\s?\.\s?in)\b/iu,
  ],
  [
    "a link",
    /[\p{L}\p{N}_-]+(?:\s?[([{]\s?(?:dot|\.)\s?[)\]}]\s?|\sdot\s)(?:ai|app|co|dev|in|info|io|me)\b/iu,
  ],
  // Endings that few texts have after a full stop without a space.
  ["a link", /[\p{L}\p{N}_-]{2,}\.(?:tech|dev|me|bio|blog|gg|edu|website|tv)(?![\p{L}\p{N}])/iu],
  // Any other ending, with a path. `B.Tech/M.Tech`, `Node.js/React` and `ASP.NET/C#` are none.
  [
    "a link",
    /(?<![\p{L}\p{N}])(?!(?:[bm]\.(?:com|sc|tech)|asp\.net|\w+\.js)\b)[\p{L}\p{N}-]+\.[a-z]{2,}\/[\p{L}\p{N}@]|\blinkedin\s?\/\s?in\b/iu,
  ],
  // Not `recall@10`, "engineer @ Acme" and `@property`. A capitalized one may be an employer, as in "ex-@Google".
  [
    "a handle",
    /(?<![\p{L}\p{N}])@(?!(?:property|staticmethod|classmethod|dataclass)\b)(?:[\p{Ll}\p{Lo}_]\w+|\p{Lu}\p{L}*[\d_]\w*)|@\s\w*_\w+/u,
  ],
  // "@Kavya on most sites", "Insta: @Kavya", "follow @Kavya".
  [
    "a handle",
    new RegExp(
      String.raw`@\p{L}\w*\s(?:on|at)\s(?:${service}|(?:all|any|every|most|other)\s\w+)\b|\b(?:${service}|${ask}|handle)(?:\sme)?[\s:=-]{1,3}(?:is\s|as\s|at\s)?@\p{L}\w*`,
      "iu",
    ),
  ],
  // "DM me on LinkedIn". Not "call me at nine".
  [
    "a handle",
    new RegExp(
      String.raw`\b(?:${ask})\s(?:to\s)?me\s(?:on|at|via|through|by|over)\s(?:\w+\s){0,2}(?:${service}|apps|e?-?mails?|handle|mobile|number|phone|platforms|(?:web)?sites?|socials?)\b`,
      "iu",
    ),
  ],
  // "IG kavya_codes", "insta: kavya" and "Telegram: kavya". Not "Instagram: Reels ranking", and not "Payments at
  // WhatsApp - and search".
  [
    "a handle",
    new RegExp(
      String.raw`\b(?:(?:ig|tg|insta|telegram)(?:\s?[:=]|\s?-)\s?\S+|(?:dm|${messenger})(?:\s(?:id|handle|number|no)\s?[:=]?\s?\S+|[\s:=]{1,3}${account}))`,
      "iu",
    ),
  ],
];

/** Not `vector<int>`, whose bracket follows a letter. */
const markup =
  /<[/!][a-z]|(?<!\w)<[a-z][^<>]{0,300}>|<(?:a|img|script|iframe|svg|style)\s|\]\(|&#?\w{2,8};/iu;

/** A domain with an ending of companies. */
const namedDomain = new RegExp(String.raw`[\p{L}\p{N}_-]*[\p{L}\p{M}\p{N}]${namedEnding}`, "giu");

/** Cyrillic and Greek letters that look like Latin ones, and the dot of Chinese. */
const lookalikes = new Map(
  [..."аaвbеeзgһhіiјjкkмmнhоoрpсcтtуyхxѕsԁdԛqԝwαaεeιiκkνvοoρpτtυuχx。."].flatMap((letter, index, all) =>
    index % 2 === 0 ? [[letter, all[index + 1] ?? letter] as const] : [],
  ),
);
const asLatin = (text: string) =>
  text.replaceAll(
    /[\p{Script=Cyrillic}\p{Script=Greek}\u3002]/gu,
    (letter) => lookalikes.get(letter.toLowerCase()) ?? letter,
  );

/** The space between two letters that stand alone, as in "k a v y a @ m a i l . c o m". */
const spelledGap = /(?<=(?:^|\s)[\p{L}\p{N}@.])\s(?=[\p{L}\p{N}@.](?:\s|$))/gu;

/** Longer text is refused by its field. */
const maxSearched = 1_000;

/** The first contact detail or markup in a text, with the part that it is; null without one. */
export function findContactDetail(text: string): { kind: ContactDetail; part: string } | null {
  if (text.length > maxSearched) return null;
  const seen = asLatin(text.normalize("NFKC"))
    .replaceAll(new RegExp(invisible, "gu"), "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(spelledGap, "");
  // The time that a pattern takes grows with the square of a word, and nobody reads one of this length.
  const words = seen.replaceAll(/\S{160,}/gu, (word) => word.slice(0, 100) + word.slice(-60));
  for (const [kind, pattern] of patterns) {
    const part = pattern.exec(words)?.[0];
    if (part !== undefined) return { kind, part: part.trim() };
  }
  // Nobody disguises the name of a company.
  const disguised = words.match(namedDomain)?.find((part) => !text.includes(part));
  if (disguised !== undefined) return { kind: "a link", part: disguised };
  const number = findPhoneNumber(seen);
  if (number !== null) return { kind: "a phone number", part: number };
  const marked = markup.exec(seen)?.[0];
  return marked === undefined ? null : { kind: "markup", part: marked.trim() };
}

/** What a text has of contact details, as a sentence about its field. */
export function contactProblem(label: string, text: string): string | null {
  const found = findContactDetail(text);
  return found && `${label} cannot contain ${found.kind}: “${cutText(found.part, 40)}”.`;
}

/** The same about a name, in which markup is only odd. */
export function nameProblem(label: string, name: string): string | null {
  return findContactDetail(name)?.kind === "markup" ? null : contactProblem(label, name);
}

const digitWords = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
/** What may stand between two digits of a number: up to three marks or spaces, or "then". Not ", ", as in a list. */
const gap = String.raw`(?:(?!\s?,\s)[^\p{L}\p{N}%]{0,3}|\s(?:and\s)?then\s)`;
/** A number from abroad after its +; ten digits after 91 or 0; ten digits of a mobile number, which begins with 6 to 9. */
const phoneNumber = new RegExp(
  String.raw`\+(?:${gap}\d){8,15}(?!\d)|(?<!\d)(?:(?:(?:00)?91|0)${gap}\d|[6-9])(?:${gap}\d){9}(?!\d)`,
  "gu",
);

/** A number that can be dialed, also in other scripts and as words; null without one. */
function findPhoneNumber(text: string): string | null {
  const digits = plainDigits(text)
    // What is left of a keycap's digit.
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(new RegExp(digitWords.join("|"), "gi"), (word) => `${digitWords.indexOf(word.toLowerCase())}`)
    .replaceAll(/(?<=\d[\s-]?)[oO](?=[\s-]?[\doO])/g, "0")
    .replaceAll(/(?<=\d[\s-]?)[lI|](?=[\s-]?\d)/g, "1")
    // Times and years.
    .replaceAll(/\b(?:(?:[01]?\d|2[0-3]):[0-5]\d|(?:19|20)\d\d)\b/g, "x");
  for (const [number] of digits.matchAll(phoneNumber)) {
    // Round numbers are amounts.
    if (!/0\D?0\D?0$/.test(number)) return number.trim();
  }
  return null;
}
