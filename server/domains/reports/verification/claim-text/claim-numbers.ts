/* Numbers in the text of a claim. A reader takes them for counted facts, so they must occur in what the claim cites. */

const small = (
  "zero one two three four five six seven eight nine ten eleven twelve " +
  "thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
).split(" ");
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const large = { hundred: 100, thousand: 1_000, million: 1e6, billion: 1e9, lakh: 1e5, crore: 1e7 };
const values = new Map([
  ...small.map((word, value) => [word, value] as const),
  ...tens.map((word, index) => [word, 20 + index * 10] as const),
  ...Object.entries(large),
]);
/** A quote shows as many things as these without saying their number: "you gave two reasons". */
const countable = 3;
const measures =
  "percent|per cent|times|fold|x|seconds?|minutes?|hours?|days?|weeks?|months?|years?|points?|stars?|out of|of (?:five|ten|[0-9]+)";
/** Letters that may stand behind digits: `5x`, `10k`, `200ms`, `3rd`. Other letters make a name: `3d`. */
const units = "(?:-?fold|x|k|m|bn|ms|s|sec|mins?|h|hrs?|[kmgt]b|st|nd|rd|th)";
const digits = new RegExp(
  `(?<![\\p{L}\\p{N}_.])([0-9]+(?:[.,][0-9]+)*)(?:[ -](${Object.keys(large).join("|")})s?(?![\\p{L}_])|(${units})(?![\\p{L}_])|(?![\\p{L}\\p{N}_]))`,
  "giu",
);
const names = [...values.keys()].join("|");
/** "Twenty-four" is one number, and so are "five hundred" and "tenfold". */
const word = new RegExp(
  `\\b(?<![0-9][ -])(?:(${tens.join("|")})[ -](${small.slice(1, 10).join("|")})|(${names}))(?:[ -](${Object.keys(large).join("|")}))?(?:s?\\b|(?=fold\\b))(?=(?:[ -]?(${measures})\\b)?)`,
  "giu",
);

/** Words for numbers, with their values. Any of the values may be in the evidence: half is 50%, too. */
const others: [RegExp, readonly number[]][] = (
  [
    ["half (?:a )?dozen", [6]],
    ["(?<!half )(?<!half a )dozens?", [12]],
    ["half an hour", [30, 0.5]],
    ["(?:an? )?hour and a half", [90, 1.5]],
    ["half a minute", [30, 0.5]],
    ["quarter of an hour", [15, 0.25]],
    [
      "(?<!\\b(?:first|second|other|left|right|upper|lower|top|bottom|and a) )half(?![ -](?:an hour|a minute|a dozen|dozen|life|open|closed|precision|width|space|plane))",
      [0.5, 50, 2],
    ],
    ["halv(?:ed|es|ing)", [0.5, 50, 2]],
    ["(?:a|one) third|thirds", [1 / 3, 33, 3]],
    ["(?:a|one|three) quarters?(?! of an hour)", [0.25, 25, 75, 4]],
    ["couple of", [2]],
    ["twice|double the|doubl(?:ed|es|ing)", [2, 100, 200]],
    ["thrice|triple the|tripl(?:ed|es|ing)", [3, 200, 300]],
    ["quadrupl(?:ed|es|ing)", [4, 300, 400]],
  ] as const
).map(([pattern, among]) => [new RegExp(`\\b(?:${pattern})\\b`, "giu"), among]);

/** Not दो, which is also "give". */
const hindi: [RegExp, readonly number[]][] = (
  [
    ["चार", [4]],
    ["पाँच|पांच", [5]],
    ["छह|छः", [6]],
    ["सात", [7]],
    ["आठ", [8]],
    ["नौ", [9]],
    ["दस", [10]],
    ["बारह|दर्जन", [12]],
    ["पंद्रह|पन्द्रह", [15]],
    ["बीस", [20]],
    ["तीस", [30]],
    ["चालीस", [40]],
    ["पचास", [50]],
    ["सौ", [100]],
    ["हजार", [1_000]],
    ["लाख", [1e5]],
    ["करोड", [1e7]],
    ["आधा|आधे|आधी", [0.5, 50, 30]],
    ["दोगुना|दोगुने|दोगुनी|दुगुना|दुगुने|दुगुनी", [2, 100, 200]],
    ["तिगुना|तिगुने|तिगुनी", [3, 200, 300]],
  ] as const
).map(([pattern, among]) => [new RegExp(`(?<![\\p{L}\\p{M}])(?:${pattern})(?![\\p{L}\\p{M}])`, "gu"), among]);

/** False if the text has a number that none of the cited texts has. Counts up to three need no number there. */
export function hasOnlyCitedNumbers(text: string, cited: readonly string[]): boolean {
  const there = new Set(cited.flatMap((one) => numbersIn(one).flatMap(({ among }) => among)));
  return numbersIn(text).every(({ among, isCount }) => isCount || among.some((value) => there.has(value)));
}

interface SaidNumber {
  /** Its value; several if a word has several meanings. */
  among: readonly number[];
  isCount: boolean;
}

function numbersIn(text: string): SaidNumber[] {
  const latin = text.replace(/[\u0966-\u096f]/gu, (digit) => String(digit.charCodeAt(0) - 0x0966));
  const written = [...latin.matchAll(digits)].map(([, number = "", times = "", unit = ""]) => {
    const value =
      Number(number.replace(/,(?=[0-9]{2,3}(?![0-9]))/gu, "").replace(",", ".")) *
      (values.get(times.toLowerCase()) ?? 1);
    return { among: unit.toLowerCase() === "k" ? [value, value * 1_000] : [value], isCount: false };
  });
  const spelled = [...latin.matchAll(word)].map(([, ten = "", unit = "", name = "", times = "", measure]) => {
    const sum = [ten, unit, name].reduce((total, part) => total + (values.get(part.toLowerCase()) ?? 0), 0);
    const value = sum * (values.get(times.toLowerCase()) ?? 1);
    return { among: [value], isCount: value <= countable && measure === undefined };
  });
  const plainHindi = latin.normalize("NFC").replace(/\u093c/gu, "");
  const meant = [
    ...others.map((each) => [...each, latin] as const),
    ...hindi.map((each) => [...each, plainHindi] as const),
  ];
  return [
    ...written,
    ...spelled,
    ...meant.flatMap(([pattern, among, from]) =>
      (from.match(pattern) ?? []).map(() => ({ among, isCount: false })),
    ),
  ];
}
