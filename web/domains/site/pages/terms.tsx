import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { publicMeta } from "../components/public-meta.ts";
import { ReadingPage } from "../components/reading-page.tsx";
import { words } from "../page-facts.ts";

export const meta = () =>
  publicMeta({
    path: paths.terms,
    title: "Terms",
    description:
      "What you buy, how sessions are booked, moved and given back, and what each of us owes the other.",
  });

export default function TermsPage() {
  const { name, supportEmail, cancelNotice, feedbackDeadline } = words;
  return (
    <ReadingPage
      title="Terms"
      intro={`What you buy at ${name}, and what each of us owes the other.`}
      sections={[
        {
          title: "What you buy",
          words: (
            <>
              A number of mock-interview sessions, paid once, in rupees, by card or UPI, at the price that the{" "}
              <Link className="link" to={paths.pricing} reloadDocument>
                pricing page
              </Link>{" "}
              shows you when you pay. There is no subscription and no free trial, and nothing renews by
              itself. Every session bought, used, returned or refunded is a line that you can read in your
              account.
            </>
          ),
        },
        {
          title: "A session",
          words:
            "Forty-five minutes are held for you: thirty of interview, ten of feedback, five to breathe. Booking a slot uses one of your sessions.",
        },
        {
          title: "Cancelling and moving",
          words: `Until ${cancelNotice} before the start you can cancel or move a booking for nothing; the session goes back to your balance. If you cancel later or do not come, the session is used up, because your interviewer has kept the time for you.`,
        },
        {
          title: "When we let you down",
          words:
            "When an interviewer cancels, your session is given back at once. When one does not appear, it is given back as soon as you report it; only where the room saw them do we look into it first. Either side can report that the other did not come, from ten minutes after the start until 24 hours after the end.",
        },
        {
          title: "Feedback",
          words: `Your interviewer's written review is due within ${feedbackDeadline} of the end. It is an opinion given in good faith for your practice, and yours to keep. You can rate each session once; your interviewer reads what you write.`,
        },
        {
          title: "Payments",
          words:
            "Payments are taken by a payment provider. A payment that was taken but not confirmed by your browser is credited as soon as the provider tells us, and only once.",
        },
        {
          title: "How we treat each other",
          words:
            "Treat your interviewer as you would at a real interview, come as yourself, and record nobody without their consent. We can close accounts that harass, cheat or attack.",
        },
        {
          title: "Leaving",
          words: `You can delete your account yourself, under Account Settings, once no interview is booked. Sessions that you have not used are given up with it: use them first, or ask ${supportEmail} about a refund before you delete.`,
        },
        {
          title: "What we do not promise",
          words:
            "Practice makes interviews easier; it does not guarantee an offer. We do not place candidates, and no employer sees what happens here.",
        },
        {
          title: "Questions",
          words: (
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
