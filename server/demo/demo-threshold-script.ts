import type { InterviewScript } from "./demo-scripts.ts";

/* The interview whose feedback is still to be written. All times are in seconds from the start. */

const withoutChoice = `def cost(p, inspect):
    if inspect:
        return 50 + 0.2 * 2000 * p
    return 2000 * p


for p in [0.02, 0.03, 0.04]:
    print(p, cost(p))
`;
const bothCosts = withoutChoice.replace("cost(p))", "cost(p, True), cost(p, False))");
const start = withoutChoice.slice(0, withoutChoice.indexOf("\n\n\n"));

/** A threshold from costs, then a result that is almost significant. */
export const thresholdScript: InterviewScript = {
  spoken: [
    [
      20,
      "interviewer",
      "Hi Rohan, welcome back. Today we choose a threshold for inspecting machines. The question is on your screen.",
    ],
    [
      52,
      "interviewee",
      "Thanks. First, how many machines fail in a week, and does the fifty include the time that the machine stands still?",
    ],
    [74, "interviewer", "About three in a hundred fail, and yes, the fifty includes it."],
    [
      104,
      "interviewee",
      "Then one half makes no sense, a failure costs forty times as much. I compare the cost with an inspection and the cost without one, and look where they are equal.",
    ],
    [
      150,
      "interviewee",
      "With an inspection it is fifty plus twenty percent of two thousand p. Without one it is two thousand p. I put both into code and run it at once.",
    ],
    [318, "interviewee", "I forgot to say which of the two I want. One moment."],
    [
      366,
      "interviewee",
      "Between three and four percent the inspection becomes cheaper. Fifty divided by sixteen hundred is three point one percent.",
    ],
    [392, "interviewer", "Right. What would make you move away from that number?"],
    [402, "interviewee", "If an inspection gets more expensive, or if it helps less often."],
    [430, "interviewer", "The model says ten percent, and in truth it is three. What happens?"],
    [
      452,
      "interviewee",
      "Oh. Then we inspect many machines for nothing. So the threshold only works if the probabilities are calibrated, and I would check that on held-out weeks first, as we did last time.",
    ],
    [505, "interviewer", "And with thirty inspections a week?"],
    [
      514,
      "interviewee",
      "Then I order the machines by what an inspection saves, and take the first thirty that still save something. Does that make sense so far?",
    ],
    [548, "interviewer", "It does. Now the second question: a test with a p of 0.054."],
    [
      590,
      "interviewee",
      "I would not say that it does not work. If there were no difference, a result like this would come up in about five of a hundred tests. The interval goes from about nothing to plus point eight.",
    ],
    [640, "interviewer", "The manager wants to add a week and test again. What do you say?"],
    [
      655,
      "interviewee",
      "I would rather not, because two looks at five percent give more false alarms. I would ship it, as it costs nothing to run.",
    ],
    [700, "interviewer", "How large would the test have to be to show a lift of ten percent?"],
    [716, "interviewee", "Larger, but I do not know how to work it out without a calculator."],
    [
      760,
      "interviewer",
      "Then let us take the formula together: the variance, the effect that you want to see, and the power.",
    ],
    [1_180, "interviewee", "So for half the effect I need four times the people. I had not seen that."],
    [
      1_800,
      "interviewer",
      "You were calmer, and you ran the code early. Practice to size a test before you read its result.",
    ],
  ],
  chat: [[772, "interviewer", "Per group: about 16 times the variance, divided by the effect squared."]],
  questions: [
    [30, "threshold-choice"],
    [552, "almost-significant"],
  ],
  answers: [
    { scores: [5, 3], outcome: "well" },
    { scores: [4, 3], outcome: "partly" },
  ],
  runs: [
    [
      310,
      "Traceback (most recent call last):\n  File \"pad.py\", line 8, in <module>\nTypeError: cost() missing 1 required positional argument: 'inspect'\n",
      "failed",
      20,
    ],
    [352, "0.02 58.0 40.0\n0.03 62.0 60.0\n0.04 66.0 80.0\n", "finished", 19],
  ],
  marks: [
    [70, "good", "Asks about the base rate and the costs before any method"],
    [378, "good", "Runs the code early and repairs the call alone"],
    [462, "come_back", "Sees the bias of the probabilities only after my question"],
    [728, "come_back", "No idea how large an experiment has to be"],
  ],
  code: [
    { seconds: 210, text: start },
    { seconds: 300, text: withoutChoice },
    { seconds: 345, text: bothCosts },
  ],
  notes:
    "- Base rate first, as last time.\n- Asks whether I follow, which is new.\n- Reads the p-value correctly and gives the interval.\n- Never sizes a test before reading it.\n- Next time: power, then a dashboard question.",
};
