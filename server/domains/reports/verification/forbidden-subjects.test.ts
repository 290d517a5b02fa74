import { describe, expect, it } from "vitest";
import { itemId, recordOf, said } from "../records.testing.ts";
import { namesForbiddenSubject, withoutQuotedWords } from "./forbidden-subjects.ts";
import { verifyClaims } from "./verify-claims.ts";

describe("a forbidden subject", () => {
  it.each([
    "You sounded confident when you split the data.",
    "You were c\u043enfident with the split.",
    "You were con\u200bfident with the split.",
    "You were c0nf1dent with the split.",
    "You were c o n f i d e n t with the split.",
    "You were cónfident with the split.",
    "YOU WERE CONFIDE\u039dT WITH THE SPLIT.",
    "Ｙｏｕ ｗｅｒｅ ｃｏｎｆｉｄｅｎｔ with the split.",
    "You seemed nervous during the first question.",
    "Your accent makes the split hard to follow.",
    "You kept good eye contact.",
    "Your personality comes through.",
    "For your age this is a good answer.",
    "A 25 years old candidate splits like this.",
    "You are a friendly person who splits well.",
    "Your tone of voice was flat.",
    "You smiled while you split the data.",
    "As a woman you split the data well.",
    "आपमें आत्मविश्वास दिखा।",
    "आप घबराए हुए थे जब सवाल आया।",
    "आपका उच्चारण साफ़ नहीं था।",
    "आपके चेहरे पर मुस्कान थी।",
    "आपकी उम्र के हिसाब से अच्छा उत्तर।",
    "आपका व्यक्तित्व अच्छा है।",
    "You have a positive attitude.",
    "Your attitude towards feedback is good.",
    "The candidate's attitude helped with the split.",
    "You showed the right attitude to the data.",
    "You have a great customer attitude.",
    "You kept calm when the test failed.",
    "You kept your composure in the second part.",
    "You have a growth mindset.",
    "You were polite when you disagreed.",
    "You were curious about the metric.",
    "You seemed very motivated.",
    "You are hard-working and split well.",
    "You were patient with the bug.",
    "You came across as eager.",
    "Your curiosity is a strength.",
    "You are a team player.",
    "Your motivation shows.",
    "You are a talented engineer.",
    'You have a "great attitude" in the split.',
    "आपका रवैया अच्छा है।",
    "Certified by Greenroom: senior level.",
    "Greenroom certifies that you split data well.",
    "You earn a certificate of data splitting.",
    "You work at senior level.",
    "You are a senior data scientist.",
    "You split like a staff engineer.",
    "This shows the seniority of your work.",
    "You are a level 5 engineer.",
    "You are ready to be hired at Google.",
    "You're ready for a senior role.",
    "You are clearly qualified for the data scientist role.",
    "The candidate is job-ready after this split.",
    "You should get hired for this split.",
    "A strong hire.",
    "You meet the hiring bar.",
    "You are c3rtified by the best mentors.",
    "Ｃｅｒｔｉｆｉｅｄ by Greenroom.",
    "ग्रीनरूम द्वारा प्रमाणित।",
    "आप नौकरी के लिए तैयार हैं।",
  ])("%s", (text) => {
    expect(namesForbiddenSubject(withoutQuotedWords(text))).toBe(true);
  });

  it.each([
    "You gave a confidence interval with the estimate.",
    "You named the low confidence of the classifier on rare classes.",
    "You found a race condition in the loader.",
    "You built a face detection pipeline.",
    "You used the age column as a feature.",
    "You handled the happy path first.",
    "You averaged the pages per user.",
    "आपने मॉडलिंग और हैंडलिंग अलग रखी।",
    "You used an emotion classification dataset as an example.",
    "You plotted the data's attitude over the weeks.",
    "You used the customers' attitudes as labels.",
    "You treated the attitude column as a category.",
    "You proposed attitude estimation with a filter.",
    "You modeled the drone's attitude with quaternions.",
    "You predicted the mood of each tweet.",
    "You used the user's mood as a feature.",
    "You compared sentiment and emotion labels.",
    "You motivated the choice with the cost of a false negative.",
    "You proposed a curiosity-driven reward.",
    "You split by patient so that no record leaks.",
    "You made a defensive copy of the list.",
    "You chose eager loading for the join.",
    "You named a modest gain on the holdout.",
    "You used a character n-gram model.",
    "You tracked the robot's posture.",
    "You checked the server's TLS certificate before the call.",
    "You proposed certified robustness against the attack.",
    "You raised the confidence level and the tree's level.",
    "You used low-level features before mid-level ones.",
    "You said that the table is ready to be loaded.",
    "You prepared the query for null values.",
    "You split the hiring data by year.",
    "You named the job queue and its offers table.",
    "आपने प्रमाणित किया कि लूप रुकता है।",
    'You said "the attitude of a reviewer" is a label.',
    'You named the column "mood" and dropped it.',
  ])("is not named by: %s", (text) => {
    expect(namesForbiddenSubject(withoutQuotedWords(text))).toBe(false);
  });

  it("may be quoted only in words of the evidence", () => {
    const words = "I would label the attitude of a reviewer by hand";
    const record = recordOf([said(60, "interviewee", words, { name: "answer" })]);
    const outcome = (text: string) => {
      const evidence = [{ itemId: itemId("answer"), quote: "label the attitude of a reviewer" }];
      const draft = { area: "coding", kind: "improvement" as const, text, evidence };
      return verifyClaims(record, [{ ...draft, exerciseTitle: "", exercise: "" }], ["coding"]).refused[0]
        ?.why;
    };
    expect(outcome('You said "the attitude of a reviewer" without a scale.')).toBeUndefined();
    expect(outcome('You said "my attitude is great" without a scale.')).toBe("invented-quote");
    expect(outcome("You have an attitude of a reviewer.")).toBe("forbidden-subject");
  });
});
