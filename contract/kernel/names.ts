import { z } from "zod";
import { domain, invisible, nameProblem } from "./contact-details.ts";
import { cleanEmail } from "./plain-text.ts";
import { optionalLine, requiredLine } from "./text.ts";

/* Names of people, which reach the subjects of our mails, where an address in a name would look like ours. */

export const maxNameLength = 60;

const indic =
  /[\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Arab}]/u;
/** The sign that takes a consonant's vowel away: a joiner may end a word after it. */
const virama = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]/;
/** Joiners that Indic and Arabic spelling needs: between two letters, or after a virama. */
const spelledJoiner = new RegExp(
  `(${indic.source})[\\u200c\\u200d](?=${indic.source})|(${virama.source})[\\u200c\\u200d]`,
  "gu",
);
/** With the signs that look like a slash. */
const addressMark = /[/@:\\\u2044\u2215\u29f8]/;
/** The dot of an initial, also before a surname such as De. */
const initialDot = /(?<![\p{L}\p{M}\p{N}])\p{L}\p{M}*\.(?=[\p{Lu}\p{Lo}])/gu;

/** "S.K.Sharma" as "S. K. Sharma": without spaces, initials would read as a domain. */
function withSpacedDots(name: string): string {
  const spaced = name.replace(initialDot, "$& ");
  return domain.test(spaced.normalize("NFKC"))
    ? spaced
    : spaced.replace(/(?<=[\p{L}\p{M}\p{N}])[.\u3002](?=[\p{L}\p{N}])/gu, "$& ");
}

/** What is wrong with a name, as a sentence; null for a name. A blank one is the caller's matter. */
function problemOf(label: string, name: string): string | null {
  if (name === "") return null;
  const visible = name.replaceAll(spelledJoiner, "$1$2");
  // Full-width marks and dots count as what they look like.
  const plain = visible.normalize("NFKC");
  if (invisible.test(visible)) return `${label} has a character that cannot be used.`;
  if (addressMark.test(plain) || domain.test(plain)) return `${label} cannot contain an address.`;
  if (!/\p{L}/u.test(visible)) return `${label} needs at least one letter.`;
  return nameProblem(label, visible);
}

type Line = ReturnType<typeof requiredLine> | ReturnType<typeof optionalLine>;

const nameOf = (label: string, line: Line) =>
  line.overwrite(withSpacedDots).superRefine((name, context) => {
    const message = problemOf(label, name);
    if (message !== null) context.addIssue({ code: "custom", message });
  });

/** A person's name as somebody enters it. Names from before these rules stay as they are until they are changed. */
export const requiredName = (label: string) => nameOf(label, requiredLine({ label, max: maxNameLength }));

/** The same, where blank means absent. */
export const optionalName = (label: string) => nameOf(label, optionalLine({ label, max: maxNameLength }));

const maxSubjectName = 40;

/** A name for the subject of a mail: short, and no address, which a name from before these rules may contain. */
export function nameInSubject(name: string): string {
  const plain = name
    .replaceAll(/[/@:\\]+/g, " ")
    .replaceAll(/[.\u3002](?=\S)/g, ". ")
    .replaceAll(/\s+/g, " ")
    .trim();
  const letters = [...plain];
  return letters.length <= maxSubjectName
    ? plain
    : `${letters
        .slice(0, maxSubjectName - 1)
        .join("")
        .trim()}…`;
}

/** An email address in lower case, so that one person has one account. */
export const emailSchema = z
  .string({ error: "Email is required." })
  .overwrite(cleanEmail)
  .min(1, "Email is required.")
  .max(254, "Email can be at most 254 characters long.")
  .toLowerCase()
  .pipe(z.email("Enter a valid email address."));
