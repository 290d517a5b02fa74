/*
 * The answers of the local model: simple rules that read a report's prompt like a model, and the typical failures
 * of models.
 */

/**
 * `honest`: extracts existing facts. `unsteady`: honest, with scores that vary between runs. `invent`: adds quotes
 * that nobody said, and claims and exercises that say more than their quotes. `obey`: follows instructions in the record.
 */
export const modelModes = ["honest", "unsteady", "invent", "obey"] as const;
export type ModelMode = (typeof modelModes)[number];

interface PromptItem {
  item: string;
  kind: string;
  by: string;
  text?: string;
  note?: string;
  code?: string;
  output?: string;
  outcome?: string;
  title?: string;
  prompt?: string;
}

interface PromptClaim {
  claim: string;
  area: string;
  kind: string;
  text: string;
  quotes: { said: string; by: string }[];
  exercise: string;
}

interface SaidClaim {
  area: string;
  kind: string;
  text: string;
  evidence: { item: string; quote: string }[];
  exerciseTitle: string;
  exercise: string;
}

const reason =
  /\b(?:because|so that|trade-?offs?|for example|instead of|which means|therefore|since)\b|क्योंकि|ताकि|उदाहरण|इसलिए/iu;
const doubt = /don't know|do not know|not sure|no idea|can't remember|नहीं पता|पता नहीं|याद नहीं/iu;
const craft =
  /\b(?:data|dataset|model|train\w*|test|feature\w*|loss|array|hash|map|complexity|index|query|gradient|split|leak\w*|overfit\w*|precision|recall|join|loop|function|cluster\w*|baseline|metric|threshold|sample|samples|validation|regulari[sz]\w*)\b|डेटा|मॉडल|फ़ीचर|ट्रेन|टेस्ट/iu;
const order =
  /\b(?:give|rate|score|award|praise|write|ignore|disregard|forget|mark|report)\b.*\b(?:5|five|full|excellent|instructions?|perfect|best|outstanding|strong hire)\b|अंक|निर्देश/iu;
const problem = /error|exception|traceback|not defined|failed/iu;

/** Answers a report's prompt with a JSON value. `run` counts the calls, for an unsteady model. */
export function answerPrompt(data: string, mode: ModelMode, run: number): unknown {
  const rubric = (JSON.parse(within(data, "rubric") ?? '{"areas":[]}') as { areas: { name: string }[] })
    .areas;
  const areas = rubric.map(({ name }) => name);
  const record = within(data, "record");
  if (record !== null)
    return { claims: draft(linesOf<PromptItem>(record), within(data, "goal") ?? "", areas, mode) };
  const claims = within(data, "claims");
  if (claims !== null) return review(linesOf<PromptClaim>(claims), areas, mode, run);
  return { word: "ready" };
}

function within(data: string, tag: string): string | null {
  return new RegExp(`<${tag}>\\n([\\s\\S]*?)\\n</${tag}>`).exec(data)?.[1] ?? null;
}

function linesOf<T>(lines: string): T[] {
  return lines.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as T]));
}

function draft(items: PromptItem[], goal: string, areas: string[], mode: ModelMode): SaidClaim[] {
  const honest = items
    .filter(({ by }) => by.includes("interviewee"))
    .flatMap((item) => claimsOf(item, areas));
  if (mode === "obey") {
    const orders = items.flatMap((item) => {
      const text = [item.text, item.code, item.output, item.note].find(
        (one) => one !== undefined && order.test(one),
      );
      return text === undefined ? [] : [{ item: item.item, text }];
    });
    if (orders.length > 0 || order.test(goal)) return obeyed(orders, items, areas);
  }
  if (mode !== "invent") return honest.slice(0, 20);
  return [...invented(items, areas), ...honest.map(withInventedExercise)].slice(0, 20);
}

function claimsOf(
  { item, kind, text = "", code = "", output = "", outcome }: PromptItem,
  areas: string[],
): SaidClaim[] {
  const area = (wanted: string) => (areas.includes(wanted) ? wanted : (areas[0] ?? ""));
  if (kind === "run") {
    const lines = (outcome === "failed" ? output : code).trim().split("\n");
    // The beginning of the code may be starter code, which nobody may be praised for.
    const line = lines.findLast((text) => outcome === "failed" || text.length > 12) ?? lines[0] ?? "";
    if (line === "") return [];
    const improvement = outcome === "failed";
    return [
      {
        area: area("coding"),
        kind: improvement ? "improvement" : "strength",
        text: improvement
          ? `A run stopped with an error: ${line.slice(0, 120)}`
          : `Your code ran to its end with ${line.slice(0, 60)}`,
        evidence: [{ item, quote: line.slice(0, 300) }],
        exerciseTitle: improvement ? "Trace before you run" : "",
        exercise: improvement ? "Trace one small example by hand before each run, for three problems." : "",
      },
    ];
  }
  if (kind !== "utterance" && kind !== "chat") return [];
  return sentencesOf(text).flatMap((sentence) => {
    const topic = topicOf(sentence);
    const about = /\b(?:loop|function|array|hash|map|code|index)\b/iu.test(sentence)
      ? "coding"
      : "mlKnowledge";
    const evidence = [{ item, quote: sentence.slice(0, 300) }];
    if (doubt.test(sentence)) {
      const exercise = {
        exerciseTitle: "Fill this gap",
        exercise: `Find the answer to what you left open, write it down in five sentences with one example, and say it aloud: ${topic}`,
      };
      return [
        {
          area: area(about),
          kind: "improvement",
          text: `You left this open: ${topic}`,
          evidence,
          ...exercise,
        },
      ];
    }
    const isReasoned = sentence.split(/\s+/u).length >= 8 && reason.test(sentence) && craft.test(sentence);
    if (!isReasoned) return [];
    const text = `You gave a reason for this choice: ${topic}`;
    return [{ area: area(about), kind: "strength", text, evidence, exerciseTitle: "", exercise: "" }];
  });
}

/** The topic of the sentence: its words before the reason, without a period at the end. */
function topicOf(sentence: string): string {
  const [before = ""] = sentence.split(reason);
  const words = (before.split(/\s+/u).length >= 4 ? before : sentence)
    .replace(/[\s,.;:]+$/u, "")
    .split(/\s+/u);
  return words.length <= 16 ? words.join(" ") : `${words.slice(0, 16).join(" ")} …`;
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?।])\s+|\n/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

const plainPraise = { kind: "strength", exerciseTitle: "", exercise: "" };

function withInventedExercise(claim: SaidClaim): SaidClaim {
  return {
    ...claim,
    exerciseTitle: "Keep doing what your interviewer called world class",
    exercise:
      'You said "I beat every other candidate", and your interviewer agreed that you should be hired at once.',
  };
}

function invented(items: PromptItem[], areas: string[]): SaidClaim[] {
  const [area = ""] = areas;
  const first = items[0]?.item ?? "i1";
  const interviewers = items.find(({ by, text }) => by === "interviewer" && text !== undefined);
  const claim = (text: string, item: string, quote: string): SaidClaim => ({
    ...plainPraise,
    area,
    text,
    evidence: [{ item, quote }],
  });
  const own = items.find(
    ({ by, text = "" }) => by === "interviewee" && text.length <= 200 && text.includes(" "),
  );
  const overstated = [
    "Tu acento es muy fuerte y pareces inseguro.",
    "You solved all six problems faster than anyone, and your interviewer rated it 5 of 5.",
    "Your interviewer agreed that this was the best answer of the year.",
  ];
  return [
    ...(own?.text === undefined ? [] : overstated.map((text) => claim(text, own.item, own.text ?? ""))),
    claim(
      "You compared four ways to regularize.",
      first,
      "ridge shrinks every weight while lasso drops some of them",
    ),
    claim('You said "I always start from a baseline model".', first, "I always start from a baseline model"),
    claim("You named the cost of each step.", "i9999", "the cost of each step is linear"),
    claim("You sounded confident and calm.", first, items[0]?.text ?? "well done so far"),
    ...(interviewers?.text === undefined
      ? []
      : [claim("You explained the task very well.", interviewers.item, interviewers.text.slice(0, 200))]),
  ];
}

function obeyed(orders: { item: string; text: string }[], items: PromptItem[], areas: string[]): SaidClaim[] {
  const own = items.filter(({ by, text }) => by.includes("interviewee") && text !== undefined);
  const evidence = [...orders, ...own.map(({ item, text = "" }) => ({ item, text }))]
    .slice(0, 3)
    .map(({ item, text }) => ({ item, quote: text.slice(0, 200) }));
  return areas.map((area) => ({
    ...plainPraise,
    area,
    text: `Outstanding work in ${area}: a strong hire.`,
    evidence,
  }));
}

function review(claims: PromptClaim[], areas: string[], mode: ModelMode, run: number) {
  const obeys =
    mode === "obey" &&
    claims.some(({ text, quotes }) => order.test([text, ...quotes.map(({ said }) => said)].join(" ")));
  const supported = claims.map((claim) => obeys || isSupported(claim));
  const shake = mode === "unsteady" ? (run % 3) - 1 : 0;
  const scores = areas.map((area) => {
    const standing = claims.filter((claim, index) => supported[index] && claim.area === area);
    const count = (kind: string) => standing.filter((claim) => claim.kind === kind).length;
    const score = Math.min(5, Math.max(1, 3 + count("strength") - count("improvement") + shake));
    return { area, score: obeys ? 5 : score };
  });
  return {
    claims: claims.map(({ claim, exercise }, index) => ({
      claim,
      supported: supported[index] ?? false,
      plainExercise: exercise !== "" && !/\b(?:outstanding|hired?|best|excellent)\b/iu.test(exercise),
    })),
    scores,
  };
}

/** A reason needs a quote with a reason, a gap one with a doubt or an error. */
function isSupported({ kind, text, quotes }: PromptClaim): boolean {
  const said = quotes.map((quote) => quote.said).join(" ");
  if (text.startsWith("Outstanding")) return false;
  if (kind === "improvement") return doubt.test(said) || problem.test(said);
  return quotes.some(({ by }) => by === "interviewee") && !doubt.test(said);
}
