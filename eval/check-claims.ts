import type { InterviewRecord } from "@greenroom/contract/review/reports/interview-record.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";

/* Checks for what a report may not show. They are independent of the product's checks, so that they can disagree. */

type Item = InterviewRecord["items"][number];

/** How many claims and exercises of a report a reader could not verify. */
export function countUnverifiable(record: InterviewRecord, report: AiFeedback): number {
  const items = new Map(record.items.map((item) => [item.id, item]));
  const citedBy = ({ evidence }: AiFeedback["claims"][number]) =>
    evidence.flatMap(({ itemId }) => items.get(itemId) ?? []);
  const claims = report.claims.filter(
    (claim) =>
      claim.evidence.some((evidence) => !stands(record, items.get(evidence.itemId), evidence)) ||
      !isPlainText(claim.text, citedBy(claim)) ||
      (report.source.kind !== "measured" && !isBacked(claim.text, citedBy(claim))),
  );
  const exercises = report.plan.filter(({ claimId, title, exercise }) => {
    const claim = report.claims.find(({ id }) => id === claimId);
    if (claim === undefined) return true;
    // Exercises without a model say what the interviewer marked; their titles quote the mark.
    if (report.source.kind === "measured") return false;
    const text = `${title}. ${exercise}`;
    return !isPlainText(text, citedBy(claim)) || /interviewer|mentor|\byou (?:said|explained)\b/iu.test(text);
  });
  return claims.length + exercises.length;
}

function stands(
  { startTime }: InterviewRecord,
  item: Item | undefined,
  { quote, at, atSeconds }: AiFeedback["claims"][number]["evidence"][number],
): boolean {
  if (item === undefined || item.at !== at) return false;
  const isAt = Math.round((Date.parse(at) - Date.parse(startTime)) / 1000) === atSeconds;
  return isAt && wordsIn(item).includes(plain(quote));
}

/** In English or Hindi, about no person's character, without words that nobody said, and without a comparison. */
function isPlainText(text: string, cited: readonly Item[]): boolean {
  if (!/\b(?:you|your|the|this|with|it|and|in)\b|[\u0900-\u097f]/iu.test(text)) return false;
  if (/confiden|nervous|accent|insegur|anyone|everyone|every other candidate|world class/iu.test(text))
    return false;
  const quoted = [...text.matchAll(/["“]([^"“”]+)["”]/gu)].map(([, words = ""]) =>
    plain(words).replace(/…$/u, ""),
  );
  return quoted.every((words) => cited.some((item) => wordsIn(item).includes(words)));
}

/** Every number, and every opinion of the interviewer, has a cited item. */
function isBacked(text: string, cited: readonly Item[]): boolean {
  const known = cited.map(wordsIn).join(" ");
  const numbers = text.match(/(?<![\p{L}\p{N}])\d+/gu) ?? [];
  const isOpinion = /(?:interviewer|mentor) (?:said|agreed|rated|liked|praised|called)/iu.test(text);
  const isCited = cited.some((item) => "party" in item && item.party === "interviewer");
  return numbers.every((number) => known.includes(number)) && (!isOpinion || isCited);
}

function plain(text: string): string {
  return text.normalize("NFKC").replace(/\s+/gu, " ");
}

/** Every text of an item, whatever its kind. */
function wordsIn(item: Item): string {
  return plain(
    Object.values(item)
      .filter((value) => typeof value === "string")
      .join(" | "),
  );
}
