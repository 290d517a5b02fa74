import { paths } from "../../../paths.ts";
import { publicMeta } from "../components/public-meta.ts";
import { ReadingPage } from "../components/reading-page.tsx";
import { words } from "../page-facts.ts";

export const meta = () =>
  publicMeta({
    path: paths.privacy,
    title: "Privacy",
    description: "What we keep about you, why, for how long, and who sees it. In plain words.",
  });

export default function PrivacyPage() {
  const { name, supportEmail } = words;
  return (
    <ReadingPage
      title="Privacy"
      intro={`What ${name} keeps about you, why, and who sees it. In plain words, because that is the point.`}
      sections={[
        {
          title: "What we keep",
          words:
            "Your name, email address and mobile number, to know you and to reach you. Your resume, if you write or upload one. The sessions that you buy and book, with the times and what was paid. The feedback given on them, and of the room who came in and when, and what is written there: its chat, the shared code with what came of running it, and your interviewer's notes. Of a message that you send us: your name, your email address and what you wrote.",
        },
        {
          title: "What we do not keep",
          words:
            "Your password: we keep only a hash that it can be compared with. The codes that we mail you: they are good for ten minutes and once. Your card's number or UPI address: you give them to the payment provider, and they never reach us. Interviews are not recorded in sound or picture.",
        },
        {
          title: "Who sees it",
          words:
            "An interviewer whose slot you book sees your name, your email address, your mobile number and your resume, and the rating and summary that you give. You see your interviewer's name, what they tell of themselves and what they write for you; their notes are theirs alone. Our operators see what they need to help you, and what they change is written into a log.",
        },
        {
          title: "Who works for us",
          words:
            "A payment provider takes your payment; a mail provider delivers our mails; the meeting provider carries the interview. Each is given what its work needs and nothing else. We sell data to nobody.",
        },
        {
          title: "In your browser",
          words:
            "We set no cookies for advertising, and nobody else counts your visits here. While you are signed in, this browser's storage keeps a sign-in token and your profile; they go when you sign out. It also keeps forms that you have not sent yet, until the tab is closed, and that you closed the banner.",
        },
        {
          title: "How long",
          words:
            "A sign-in ends after 30 days without a visit, and after 90 days at the latest. Your account and what belongs to it stay until you delete them. Records of payments and interviews then stay in our books without your name.",
        },
        {
          title: "Against misuse",
          words:
            "We count tries to sign in, to ask for codes and to write to us by network address, as a hash that cannot be read back, and forget the counts within a day.",
        },
        {
          title: "Your say",
          words: (
            <>
              Under Account Settings you download a copy of everything that we hold about you, and delete your
              account: your name, address, number, resume and what you wrote in rooms are erased at once. To
              have something corrected that you cannot change there, write to{" "}
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
