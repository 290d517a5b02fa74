import { Link } from "react-router";
import { pageText } from "../../app/page-data.ts";
import { publicPageMeta } from "../../app/page-meta.ts";
import { paths } from "../../paths.ts";
import { ProsePage } from "../prose-page.tsx";

export const meta = () =>
  publicPageMeta({
    path: paths.terms,
    title: "Terms",
    description:
      "What you buy, how sessions are booked, moved and given back, and what each of us owes the other.",
  });

export default function TermsPage() {
  const { name, supportEmail, cancelNotice, feedbackDeadline } = pageText;
  return (
    <ProsePage
      title="Terms"
      intro={`What you buy at ${name}, and what each of us owes the other.`}
      sections={[
        {
          title: "What you buy",
          text: (
            <>
              A number of mock-interview sessions, paid once, in rupees, by card or UPI, at the price that the{" "}
              <Link className="link" to={paths.pricing} reloadDocument>
                pricing page
              </Link>{" "}
              shows you when you pay. There is no subscription and no free trial, and nothing renews
              automatically. Every session bought, used, returned or refunded is a line that you can read in
              your account.
            </>
          ),
        },
        {
          title: "A session",
          text: "We hold forty-five minutes for you: thirty of interview, ten of feedback, five of break. Booking a slot uses one of your sessions.",
        },
        {
          title: "Canceling and moving",
          text: `Until ${cancelNotice} before the start you can cancel or move a booking free of charge; the session returns to your balance. If you cancel later or don't attend, the session is used up, because your interviewer held the time for you.`,
        },
        {
          title: "When we let you down",
          text: "When an interviewer cancels, your session is returned at once. When one doesn't attend, it is returned as soon as you report it; only when the room recorded them as present do we look into it first. Either side can report that the other did not attend, from ten minutes after the start until 24 hours after the end.",
        },
        {
          title: "Feedback",
          text: `Your interviewer's written feedback is due within ${feedbackDeadline} of the end. It is an opinion given in good faith for your practice, and yours to keep. You can rate each interview once; your interviewer reads what you write.`,
        },
        {
          title: "Payments",
          text: "Payments are taken by a payment provider. A payment that was taken but not confirmed by your browser is credited as soon as the provider tells us, and only once.",
        },
        {
          title: "How we treat each other",
          text: "Treat your interviewer as you would at a real interview, come as yourself, and record nobody without their consent. We can close accounts that harass, cheat or attack.",
        },
        {
          title: "Leaving",
          text: `You can delete your account yourself, under Account Settings, once no interview is booked. You lose the sessions you have not used: use them first, or ask ${supportEmail} about a refund before you delete.`,
        },
        {
          title: "What we do not promise",
          text: "Practice makes interviews easier; it does not guarantee an offer. We do not place candidates, and no employer sees what happens here.",
        },
        {
          title: "Questions",
          text: (
            <>
              Write to{" "}
              <a className="link" href={`mailto:${supportEmail}`}>
                {supportEmail}
              </a>
              .
            </>
          ),
        },
      ]}
    />
  );
}
