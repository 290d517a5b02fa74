/** An excerpt of a fictional practice interview, written for this page. */
export interface SampleLine {
  at: string;
  who: "Interviewer" | "Candidate";
  text: string;
}

export const sampleQuestion =
  "A bank sees 0.4% fraud among its card payments. Design a model that stops fraud before the payment goes through.";

export const sampleSession: readonly SampleLine[] = [
  { at: "02:10", who: "Interviewer", text: "How would you begin?" },
  {
    at: "02:18",
    who: "Candidate",
    text: "I'd take the last year of payments, label them with the chargebacks, and train gradient-boosted trees. I'd split them at random, eighty to twenty.",
  },
  { at: "03:02", who: "Interviewer", text: "Why at random?" },
  {
    at: "03:09",
    who: "Candidate",
    text: "Because… hm. A chargeback comes weeks later. With a random split I train on payments that are newer than the ones I test on. I should split by time, and leave a gap for the chargebacks.",
  },
  { at: "04:20", who: "Interviewer", text: "What do you measure?" },
  {
    at: "04:26",
    who: "Candidate",
    text: "Accuracy first. It should be above 99%.",
  },
  { at: "04:40", who: "Interviewer", text: "What would a model score that never says fraud?" },
  {
    at: "04:52",
    who: "Candidate",
    text: "99.6%. Right, so accuracy says nothing here. Precision and recall, then, at the number of payments that people can check in a day.",
  },
  { at: "07:15", who: "Interviewer", text: "You have 80 milliseconds for each payment. What changes?" },
  {
    at: "07:31",
    who: "Candidate",
    text: "The features that count a card's payments of the last hour. I'd keep counters that are updated with each payment. I haven't built that myself; I'd ask the platform team how they do it.",
  },
  { at: "09:40", who: "Interviewer", text: "And when the fraudsters adapt?" },
  {
    at: "09:48",
    who: "Candidate",
    text: "I'd train again every week. I'm not sure how I'd notice earlier than that.",
  },
];
