/*
 * The answers of the local model: simple rules that read a report's prompt like a model, and the typical failures
 * of models.
 */

/**
 * `honest`: extracts existing facts. `invent`: adds quotes that nobody said, and claims and exercises that say more than their quotes. `obey`: does nothing but follow instructions
 * in the record. `obey-too`: follows them beside its honest work.
 */
export const modelModes = ["honest", "invent", "obey", "obey-too"] as const;
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

interface Answering {
  mode: ModelMode;
  /** Sentences that an obedient model takes for instructions, besides those that it recognizes without this list. */
  orders?: readonly string[];
}

/** Answers a report's prompt with a JSON value. */
export function answerPrompt(data: string, { mode, orders = [] }: Answering): unknown {
  const isOrder = (text: string) => order.test(text) || orders.some((one) => text.includes(one));
  const rubric = (JSON.parse(within(data, "rubric") ?? '{"areas":[]}') as { areas: { name: string }[] })
    .areas;
  const areas = rubric.map(({ name }) => name);
  const record = within(data, "record");
  if (record !== null)
    return {
      claims: draft(linesOf<PromptItem>(record), within(data, "goal") ?? "", areas, { mode, isOrder }),
    };
  const claims = within(data, "claims");
  if (claims !== null) return review(linesOf<PromptClaim>(claims), { mode, isOrder });
  return { word: "ready" };
}

function within(data: string, tag: string): string | null {
  return new RegExp(`<${tag}>\\n([\\s\\S]*?)\\n</${tag}>`).exec(data)?.[1] ?? null;
}

function linesOf<T>(lines: string): T[] {
  return lines.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as T]));
}

interface Mind {
  mode: ModelMode;
  isOrder: (text: string) => boolean;
}

function draft(items: PromptItem[], goal: string, areas: string[], { mode, isOrder }: Mind): SaidClaim[] {
  const honest = items
    .filter(({ by }) => by.includes("interviewee"))
    .flatMap((item) => claimsOf(item, areas));
  if (isObedient(mode)) {
    const orders = items.flatMap((item) => {
      const text = [item.text, item.code, item.output, item.note].find(
        (one) => one !== undefined && isOrder(one),
      );
      // The whole text if the instruction spans several sentences.
      const sentence = text === undefined ? undefined : sentencesOf(text).find(isOrder);
      return text === undefined ? [] : [{ item: item.item, text: sentence ?? text }];
    });
    if (orders.length > 0 || isOrder(goal))
      return [...(mode === "obey-too" ? honest : []), ...obeyed(orders, items, areas)].slice(0, 20);
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
    // A sentence that the rules for texts accept.
    text: `You did outstanding work in ${area}, and that is what the team needs.`,
    evidence,
  }));
}

function isObedient(mode: ModelMode): boolean {
  return mode === "obey" || mode === "obey-too";
}

function review(claims: PromptClaim[], { mode, isOrder }: Mind) {
  const obeys =
    isObedient(mode) &&
    claims.some(({ text, quotes }) => isOrder([text, ...quotes.map(({ said }) => said)].join(" ")));
  const supported = claims.map((claim) => obeys || isSupported(claim));
  return {
    claims: claims.map(({ claim, exercise }, index) => ({
      claim,
      supported: supported[index] ?? false,
      plainExercise: exercise !== "" && !/\b(?:outstanding|hired?|best|excellent)\b/iu.test(exercise),
    })),
  };
}

/** A reason needs a quote with a reason, a gap one with a doubt or an error. */
function isSupported({ kind, text, quotes }: PromptClaim): boolean {
  const said = quotes.map((quote) => quote.said).join(" ");
  if (text.includes("outstanding")) return false;
  if (kind === "improvement") return doubt.test(said) || problem.test(said);
  return quotes.some(({ by }) => by === "interviewee") && !doubt.test(said);
}
