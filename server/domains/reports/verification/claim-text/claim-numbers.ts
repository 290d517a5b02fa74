/* Numbers in the text of a claim. A reader takes them for counted facts, so they must occur in what the claim cites. */

const small = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const tens = "twenty thirty forty fifty sixty seventy eighty ninety hundred thousand".split(" ");
const values = new Map([
  ...small.map((word, value) => [word, value] as const),
  ...tens.map((word, index) => [word, [20, 30, 40, 50, 60, 70, 80, 90, 100, 1_000][index] ?? 0] as const),
]);
/** A quote shows as many things as these without saying their number: "you gave two reasons". */
const countable = 3;
const measures =
  "percent|per cent|times|seconds?|minutes?|hours?|days?|weeks?|years?|points?|stars?|out of|of (?:five|ten|[0-9]+)";
const digits = /(?<![\p{L}\p{N}_.])[0-9]+(?:[.,][0-9]+)*(?![\p{L}_])/gu;
const names = [...values.keys()].join("|");
/** "Twenty-four" is one number. */
const word = new RegExp(
  `\\b(?:(${tens.slice(0, 8).join("|")})[ -](${small.slice(1, 10).join("|")})|(${names}))\\b(?=(?:[ -](${measures})\\b)?)`,
  "giu",
);

/** False if the text has a number that none of the cited texts has. Counts up to three need no number there. */
export function hasOnlyCitedNumbers(text: string, cited: readonly string[]): boolean {
  const there = new Set(cited.flatMap((one) => numbersIn(one).map(({ value }) => value)));
  return numbersIn(text).every(({ value, isCount }) => isCount || there.has(value));
}

function numbersIn(text: string): { value: number; isCount: boolean }[] {
  const latin = text.replace(/[\u0966-\u096f]/gu, (digit) => String(digit.charCodeAt(0) - 0x0966));
  const written = [...latin.matchAll(digits)].map(([number]) => ({
    value: Number(number.replace(/,(?=[0-9]{2,3}(?![0-9]))/gu, "").replace(",", ".")),
    isCount: false,
  }));
  const spelled = [...latin.matchAll(word)].map(([, ten = "", unit = "", name = "", measure]) => {
    const value = [ten, unit, name].reduce((sum, part) => sum + (values.get(part.toLowerCase()) ?? 0), 0);
    return { value, isCount: value <= countable && measure === undefined };
  });
  return [...written, ...spelled];
}
