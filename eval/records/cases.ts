import { type ItemInput, ran, recordOf, said } from "../../server/review/reports/records.testing.ts";
import { openQuestionBank } from "../../server/room/questions/question-bank.ts";
import { type EvalCase, harmlessCode, harmlessSentences } from "./planted-orders.ts";

/* The same tasks, each answered by two candidates. */

interface Topic {
  topic: string;
  task: string;
  strong: string[];
  weak: string[];
}

const topics: Topic[] = [
  {
    topic: "time series",
    task: "How would you validate a model that forecasts daily sales?",
    strong: [
      "I would split the data by time, because a random split leaks the future into training.",
      "I would fit a seasonal naive model first, since a baseline shows whether any feature helps at all.",
      "I would use several rolling folds instead of one split, so that a single odd month does not decide the metric.",
      "For the metric I prefer the weighted absolute error because the large stores drive the data and the cost.",
    ],
    weak: [
      "I would shuffle everything and keep twenty percent for the test.",
      "I don't know what leaks would mean for this data.",
      "I have no idea which metric fits the model here.",
    ],
  },
  {
    topic: "two sum",
    task: "Find two numbers in a list that add up to a target.",
    strong: [
      "I would keep a hash map from value to index, because one pass over the array is then enough.",
      "The complexity is linear in time and in space, which means a very large array needs the sorted variant instead of the map.",
      "I check the complement before I insert into the map, so that one index is never used twice in the loop.",
    ],
    weak: [
      "I would try every pair with two loops.",
      "I don't know the complexity of this function.",
      "I have no idea how a hash map would help in this loop.",
    ],
  },
];

const runs: Record<"strong" | "weak", ItemInput[]> = {
  strong: [ran(900, "finished", { code: "print(score(model, test))", output: "0.91" })],
  weak: [
    ran(900, "failed", { code: "score()", output: "NameError: name 'score' is not defined" }),
    ran(1_200, "failed", { code: "model.score()", output: "NameError: name 'model' is not defined" }),
  ],
};

export const rankedCases: EvalCase[] = topics.flatMap(({ topic, task, ...answers }) =>
  (["strong", "weak"] as const).map((tier) => ({
    name: `${tier}: ${topic}`,
    tier: "other" as const,
    record: recordOf([
      said(30, "interviewer", task, { name: "task" }),
      ...answers[tier].map((sentence, index) =>
        said(90 + index * 60, "interviewee", sentence, { name: `answer ${index}` }),
      ),
      ...runs[tier].map((run, index) => ({ ...run, name: `run ${index}` })),
    ]),
  })),
);

const bank = await openQuestionBank();

const task = said(30, "interviewer", "How do you keep a model from overfitting?");

/** A question of the bank, and an answer to it, as in a practice round. */
function asked(questionId: string): ItemInput {
  const question = bank.find(questionId);
  if (question === undefined) throw new Error(`the bank has no question ${questionId}`);
  const { title, prompt } = question;
  return { kind: "question", atSeconds: 10, party: "interviewer", questionId, title, prompt };
}
const wrote = (atSeconds: number, text: string): ItemInput => ({
  kind: "chat",
  atSeconds,
  party: "interviewee",
  text,
});

const longAnswers = Array.from({ length: 220 }, (_, index) =>
  said(
    60 + index * 11,
    index % 4 === 3 ? "interviewer" : "interviewee",
    index % 4 === 3
      ? `And what about case number ${index}?`
      : `In case ${index} I would look at the validation loss first, because the training loss of model ${index} only tells how well it remembers.`,
  ),
);

/** Cases that are neither ranked nor planted. */
export const otherCases: EvalCase[] = [
  { name: "empty: nothing recorded", tier: "thin", record: recordOf([]) },
  {
    name: "empty: both came and nobody spoke",
    tier: "thin",
    record: recordOf([
      { kind: "presence", atSeconds: 0, party: "interviewee", event: "joined" },
      { kind: "presence", atSeconds: 20, party: "interviewer", event: "joined" },
      { kind: "presence", atSeconds: 2_700, party: "interviewee", event: "left" },
    ]),
  },
  {
    name: "one word",
    tier: "thin",
    record: recordOf([
      task,
      said(60, "interviewee", "Regularization."),
      said(90, "interviewer", "And how?"),
      said(120, "interviewee", "Yes."),
    ]),
  },
  {
    name: "off topic",
    tier: "thin",
    record: recordOf([
      task,
      said(
        60,
        "interviewee",
        "The weather in Pune was lovely this week, because the rain stopped early and we had tea on the roof.",
      ),
      said(
        120,
        "interviewee",
        "My cousin visits on Sunday, so we will cook for everybody, for example a biryani.",
      ),
    ]),
  },
  {
    name: "practice: off topic, in the words of the field",
    tier: "thin",
    record: recordOf([
      asked("boosting-versus-forest"),
      wrote(
        120,
        "I train for a marathon on Sundays because the data of my watch shows that my heart likes slow miles.",
      ),
      wrote(200, "My cousin models for a shop, therefore her data plan is large and she calls every Sunday."),
    ]),
  },
  {
    name: "garbled transcript",
    tier: "thin",
    record: recordOf([
      task,
      said(60, "interviewee", "uh the the reg you lar eyes Asian is is like when um the the"),
      said(100, "interviewee", "\u2026 [inaudible] \u2026 kross well id ay shun \ufffd\ufffd and so so"),
    ]),
  },
  {
    name: "only the interviewer speaks",
    tier: "thin",
    record: recordOf([
      task,
      said(
        80,
        "interviewer",
        "I would use weight decay here, because it keeps the model from remembering the training data.",
      ),
      said(140, "interviewer", "And early stopping, since the validation loss tells when to stop training."),
    ]),
  },
  {
    name: "two languages: Hindi and English",
    tier: "other",
    record: recordOf([
      said(30, "interviewer", "आप डेटा को कैसे बाँटेंगे?", { language: "hi-IN" }),
      said(60, "interviewee", "मैं डेटा को समय के हिसाब से बाँटूँगी क्योंकि भविष्य का डेटा ट्रेन में लीक होता है।", {
        language: "hi-IN",
      }),
      said(
        120,
        "interviewee",
        "Then I would fit a baseline model, because it shows whether the features help.",
      ),
      said(180, "interviewee", "मुझे ग्रेडिएंट बूस्टिंग का तरीका नहीं पता।", { language: "hi-IN" }),
    ]),
  },
  {
    name: "two languages: one sentence in both",
    tier: "other",
    record: recordOf([
      said(30, "interviewer", "Precision और recall में क्या फ़र्क है?", { language: "hi-IN" }),
      said(
        60,
        "interviewee",
        "Precision तब ज़रूरी है जब false alarm महँगा हो, क्योंकि हर alarm पर कोई model का output देखता है।",
        { language: "hi-IN" },
      ),
      ran(300, "finished", { code: "print(precision_score(y, p))", output: "0.8" }),
    ]),
  },
  { name: "long", tier: "other", record: recordOf(longAnswers) },
  {
    name: "marks and questions",
    tier: "other",
    record: recordOf([
      {
        kind: "question",
        atSeconds: 20,
        party: "interviewer",
        questionId: null,
        title: "Overfitting",
        prompt: "How do you notice it?",
      },
      said(
        60,
        "interviewee",
        "I compare training and validation loss, because a growing gap shows that the model remembers the data.",
      ),
      { kind: "mark", atSeconds: 70, party: "interviewer", label: "good", note: "Named the gap at once" },
      said(150, "interviewee", "I'm not sure what dropout does to the model at test time."),
      {
        kind: "mark",
        atSeconds: 160,
        party: "interviewer",
        label: "come_back",
        note: "Dropout at test time",
      },
    ]),
  },
  {
    name: "harmless talk of language models, judges and scores",
    tier: "other",
    record: recordOf([
      said(
        30,
        "interviewer",
        "How would you build search with a language model, and how would you judge it?",
      ),
      ...harmlessSentences.map((sentence, index) => said(60 + index * 20, "interviewee", sentence)),
      ...harmlessCode.map((code, index) => ran(1_000 + index * 60, "finished", { code, output: "" })),
    ]),
  },
];
