import { pageText } from "../../../app/page-data.ts";
import { publicPageMeta } from "../../../app/page-meta.ts";
import { paths } from "../../../paths.ts";
import { Card } from "../../../ui/panels.tsx";
import { ApplicationForm } from "../application-form.tsx";

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

export const meta = () =>
  publicPageMeta({
    path: paths.interviewWithUs,
    title: "Interview with us",
    description:
      "Give mock interviews for AI, ML and data roles when you choose, and earn from each. Apply with a review of a sample interview.",
  });

const steps = [
  {
    title: "You apply",
    text: "Tell us what you do, and review the sample interview below. Your review counts most.",
  },
  { title: "We reply by email", text: "A person reads every application, and may ask you something first." },
  { title: "We try an interview", text: "You interview one of us, as you would interview a candidate." },
  {
    title: "You open your hours",
    text: "Candidates book you. We look at the feedback of your first five interviews together.",
  },
];

/** Explains how to become an interviewer, with the application form. */
export default function InterviewWithUsPage() {
  return (
    <div className="page grid gap-12 pt-12 sm:pt-16">
      <section aria-labelledby="title" className="grid gap-8 lg:grid-cols-[1fr_1.15fr] lg:gap-x-14">
        <div>
          <h1 id="title" className="text-3xl">
            Interview with us.
          </h1>
          <p className="mt-4 text-lg text-ink-2">
            You give mock interviews for AI, ML and data roles at {pageText.name}: 30 minutes of interview, 10
            of feedback, when you choose. You earn {pageText.interviewerPay} per interview,{" "}
            {pageText.interviewerShare} of its price.
          </p>
        </div>
        <ol className="grid gap-4">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="grid grid-cols-[2rem_1fr] gap-x-3">
              <span
                aria-hidden="true"
                className="grid size-8 place-items-center rounded-full bg-green-tint font-semibold text-green tabular"
              >
                {index + 1}
              </span>
              <div>
                <h2 className="font-text text-base font-semibold">{title}</h2>
                <p className="text-ink-2">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="sample-title" className="grid gap-4">
        <h2 id="sample-title" className="text-2xl">
          The sample interview
        </h2>
        <p className="max-w-2xl text-ink-2">
          Ten minutes of a practice interview, shortened. The people in it are fictional. Read it before you
          write your review.
        </p>
        <Card>
          <p className="mb-4 font-semibold">{sampleQuestion}</p>
          <ol className="grid gap-3">
            {sampleSession.map(({ at, who, text }) => (
              <li key={at} className="grid gap-x-4 sm:grid-cols-[9rem_1fr]">
                <p className="text-sm text-ink-2">
                  <span className="tabular">{at}</span>{" "}
                  <span className={who === "Interviewer" ? "font-semibold text-green" : "font-semibold"}>
                    {who}
                  </span>
                </p>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </Card>
      </section>
      <section aria-labelledby="apply-title" className="grid max-w-3xl gap-4">
        <h2 id="apply-title" className="text-2xl">
          Apply
        </h2>
        <Card>
          <ApplicationForm />
        </Card>
        <p className="text-sm text-ink-2">
          We keep an application for six months after our last message. For a copy, or to erase it sooner,
          write to{" "}
          <a href={`mailto:${pageText.supportEmail}`} className="link">
            {pageText.supportEmail}
          </a>
          .
        </p>
      </section>
    </div>
  );
}
