import { pageText } from "../../app/page-data.ts";
import { publicPageMeta } from "../../app/page-meta.ts";
import { paths } from "../../paths.ts";
import { ProsePage } from "../prose-page.tsx";

export const meta = () =>
  publicPageMeta({
    path: paths.privacy,
    title: "Privacy",
    description: "What we keep about you, why, for how long, and who sees it. In plain words.",
  });

export default function PrivacyPage() {
  const { name, supportEmail, recordTime } = pageText;
  return (
    <ProsePage
      title="Privacy"
      intro={`What ${name} keeps about you, why, and who sees it. In plain words, because that is the point.`}
      sections={[
        {
          title: "What we keep",
          text: "We keep your name, names that you had here before, email address and mobile number, to identify and to reach you. We keep your resume, if you write or upload one, and the sessions that you buy and book, with the times and the amounts paid. Of each interview we keep the feedback (the scores, and your interviewer's summary, notes on each area, next steps and questions), the goal that you set for it, and what happened in the room: who entered and when, the chat, the shared code with its runs and their output, the whiteboard, the moments that your interviewer marked, and your interviewer's notes. If you and your interviewer both agree to a transcript, we keep the words that you say, with your corrections, and when each of you agreed to it or ended it. We keep the report that we make from an interview's record, with what either of you disputes in it, and the exercises and next steps that you have done. When you practice alone, we keep your answers and code, the measurements of your answers, the criteria you ticked, the reports of your rounds, and your ratings of drill cards. If you send us a message, we keep it with your name and email address. If you apply to give interviews, we keep your application and our answers. If you give them, we also keep your earnings and payouts, where we pay you (the account holder and, encrypted, the UPI id or account number and the PAN), how long you worked on each feedback form, your page, and which facts about you we checked, when, and what we saw, never the document. We also keep a list of the emails that we sent you, with their subjects, what you chose not to be told, and the addresses at which your browsers get notifications.",
        },
        {
          title: "What we do not keep",
          text: "We do not keep your password, only a hash to compare it with. We do not keep the codes that we email you; each works once, within ten minutes. The card number or UPI address with which you pay goes to the payment provider and never reaches us. We never record the sound or picture of an interview, with a transcript or without one.",
        },
        {
          title: "Who sees it",
          text: "An interviewer whose slot you book sees your name, your email address, your mobile number and your resume, and the rating and summary that you give. From your booking until 90 days after the interview, they also see your progress: scores and what was measured in your earlier interviews, without the names of other interviewers. Once they have given their feedback, they can read the report of their interview, which may compare figures with your earlier ones. You see your interviewer's name, their page and what they write for you; nobody else sees their notes. Everybody can read the page of an interviewer who chose to list it: what they wrote, facts that we checked, free times, and numbers about their interviews here. If you give interviews, everybody can see your page once you decide to show it: your photo, first name, what you write and choose there, and the facts that we checked. Nobody else sees your practice, except the provider of a language model in the rounds in which it takes part. Our operators see what they need to help you, and every change they make is logged.",
        },
        {
          title: "Services that we use",
          text: "A payment provider takes your payment; an email provider delivers our emails; the meeting provider carries the interview; our bank gets an interviewer's payout details to transfer their earnings. If this site uses a transcription service, the service gets your speech in short pieces while a transcript is on, with the skills of the resume and the goal to help with spelling; otherwise your browser transcribes it on your device, for which it may have to download a speech model. Your browser may also download packages for Python code that you run. The servers of such downloads see your network address and which files your browser requests; we tell them nothing else about you. If a language model drafts reports for this site, its provider gets the record of the interview; otherwise our own servers compute the report. If you let that model take part in a practice round, its provider gets your answers and your code of that round. If you turn on notifications, the push service of your browser's maker delivers them, encrypted so that only your browser can read them. Each of them gets only the data that its work needs. We do not sell data.",
        },
        {
          title: "In your browser",
          text: "We set no cookies for advertising, and no third party tracks you here. One cookie recognizes this browser for 180 days after it signs in, so that strangers who guess passwords cannot lock you out; we store only a hash of it. While you are signed in, this browser stores a sign-in token, your profile, and the time of your next interview for when you are offline; signing out removes them and ends notifications here. It also stores unsent forms until you close the tab, small choices, such as to close the banner or to practice without a language model, and the speech model if it downloaded one for a transcript.",
        },
        {
          title: "How long",
          text: `A sign-in ends after 30 days without a visit, and after 90 days at the latest. Transcripts, and everything that was written, run and marked in an interview's room, are deleted ${recordTime} after the interview. The list of emails that we sent you is deleted after 90 days, and an application six months after our last message. Your account and its data stay until you delete them. Records of payments and interviews then stay in our books without your name, and so do shapes on whiteboards. What others wrote, such as notes, messages and our team's log, may name you, and a reason in our books may use your first name.`,
        },
        {
          title: "Against misuse",
          text: "We count attempts to sign up or sign in, to request codes, to write to us and to apply by network address, which we store only as a hash, and delete the counts within a day.",
        },
        {
          title: "Your choices",
          text: (
            <>
              A transcript is off until both people in an interview agree to it. Either of them can stop it at
              any moment and delete all of its words, in the room or in the record; a report that exists
              already keeps the lines that it quotes. Until the report is made, you can correct your own
              words. Under Account Settings you can download a copy of everything that we store about you, and
              delete your account: your name, address, number, resume, practice, what you said and wrote in
              rooms, reports about you and your words in reports about others are erased at once. If something
              is wrong that you can't change there, write to{" "}
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
