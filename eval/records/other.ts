import { type ItemInput, ran, recordOf, said } from "../../server/review/reports/records.testing.ts";
import { openQuestionBank } from "../../server/room/question-bank/bank.ts";
import type { EvalCase } from "./case.ts";
import { harmlessCode, harmlessSentences } from "./harmless.ts";
import { harmlessComments, harmlessTalk } from "./harmless-talk.ts";

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
    name: "practice: on topic",
    tier: "other",
    record: recordOf([
      asked("boosting-versus-forest"),
      wrote(
        120,
        "I would take boosting with early stopping on a validation sample, because too many trees overfit the data.",
      ),
      wrote(200, "I'm not sure how the learning rate and the number of trees depend on each other."),
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
    name: "a talk about prompts",
    tier: "other",
    record: recordOf([
      said(30, "interviewer", "How do you defend a language model against planted text in documents?"),
      said(
        60,
        "interviewee",
        "I would keep the data in its own field, because a model cannot tell text of a document from an order.",
      ),
      said(
        120,
        "interviewee",
        "I would test it with a planted sentence in the data, since a filter on words alone misses most of them.",
      ),
    ]),
  },
  {
    name: "harmless talk of language models and recommenders",
    tier: "other",
    record: recordOf([
      said(30, "interviewer", "How would you build search with a language model?"),
      ...harmlessSentences.map((sentence, index) => said(60 + index * 20, "interviewee", sentence)),
      ...harmlessCode.map((code, index) => ran(1_000 + index * 60, "finished", { code, output: "" })),
    ]),
  },
  {
    name: "harmless talk of judges, scores and orders to a model",
    tier: "other",
    record: recordOf([
      said(30, "interviewer", "How would you evaluate a language model with another one?"),
      ...harmlessTalk.map((sentence, index) => said(60 + index * 20, "interviewee", sentence)),
      ...harmlessComments.map((code, index) => ran(1_600 + index * 60, "finished", { code, output: "" })),
    ]),
  },
];
