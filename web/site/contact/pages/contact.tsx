import type { PageText } from "@greenroom/contract/site/page-text.ts";
import { useState } from "react";
import { call, errorMessage, networkMessages } from "../../../api/client.ts";
import { pageText, useSite } from "../../../app/page-data.ts";
import { publicPageMeta } from "../../../app/page-meta.ts";
import { TextAreaField, TextField } from "../../../forms/fields.tsx";
import { Form, lateResolver } from "../../../forms/form.tsx";
import { paths } from "../../../paths.ts";
import { FormDraft } from "../../../session/form-draft.tsx";
import { Accordion, Card } from "../../../ui/panels.tsx";
import { StatusMessage } from "../../../ui/status.tsx";

export const meta = () =>
  publicPageMeta({
    path: paths.contact,
    title: "Contact",
    description:
      "Write to us, or find the answer first: plans and prices, how the interviews run, feedback, and what you need.",
    linkedData: [faqStructuredData()],
  });

function faqStructuredData(): object {
  const questions = faqCategories(pageText).flatMap(({ items }) => items);
  return {
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

export default function ContactPage() {
  const { supportEmail } = pageText;
  return (
    <div className="page grid gap-x-14 gap-y-12 pt-12 sm:pt-16 lg:grid-cols-[1fr_1.15fr]">
      <section
        aria-labelledby="contact-title"
        className="lg:self-start lg:[@media(min-height:50rem)]:sticky lg:[@media(min-height:50rem)]:top-16"
      >
        <h1 id="contact-title" className="text-3xl">
          Say hello.
        </h1>
        <p className="mb-7 mt-4 text-lg text-ink-2">
          A person reads every message. Or write to{" "}
          <a href={`mailto:${supportEmail}`} className="link">
            {supportEmail}
          </a>
          .
        </p>
        <Card>
          <ContactForm />
        </Card>
      </section>
      <section aria-labelledby="questions-title" className="grid content-start gap-6">
        <h2 id="questions-title" className="text-2xl">
          Frequently asked questions
        </h2>
        <FaqList />
      </section>
    </div>
  );
}

const messages = { failed: "Failed to send message", network: networkMessages.unavailableInForm };

interface ContactMessage {
  name: string;
  email: string;
  message: string;
  website: string;
}

const draftFields = ["name", "email", "message"];

const resolver = lateResolver(async () => (await import("../message-resolver.ts")).contactMessageResolver);

export function ContactForm() {
  const [sentMessage, setSentMessage] = useState<string | null>(null);
  return (
    <div className="grid gap-4">
      <Form<ContactMessage>
        label="Contact"
        defaultValues={{ name: "", email: "", message: "", website: "" }}
        resolver={resolver}
        failureMessage={(error) => errorMessage(error, messages)}
        onSubmit={async (body, form) => {
          setSentMessage(null);
          await call("POST /api/contact", { body });
          form.reset();
          setSentMessage("Message sent — we will contact you soon!");
        }}
        submitLabel="Send message"
        pendingLabel="Sending…"
      >
        <TextField name="name" label="Name" autoComplete="name" required />
        <TextField name="email" type="email" label="Email" autoComplete="email" required />
        {/* Hidden from people. Robots fill it in, and the server discards their message. */}
        <div aria-hidden="true" className="absolute -left-[200vw]">
          <TextField name="website" label="Website" tabIndex={-1} autoComplete="off" />
        </div>
        <TextAreaField name="message" label="Message" required />
        <FormDraft name="contact" fields={draftFields} />
      </Form>
      <StatusMessage message={sentMessage} tone="good" />
    </div>
  );
}

interface FaqItem {
  id: string;
  question: string;
  /** Plain text, which search engines get too. */
  answer: string;
}

interface FaqCategory {
  title: string;
  items: FaqItem[];
}

/** The frequent questions (requirements §2), with today's prices and settings. */
export function faqCategories(text: PageText): FaqCategory[] {
  const { name, supportEmail, cancelNotice, feedbackDeadline, reportTime, ledBy, ledByLabel, offer } = text;
  const { Basic, Pro, Premium } = text.plans;
  return [
    {
      title: "General Questions",
      items: [
        {
          id: "what",
          question: `What is ${name}?`,
          answer: `${name} is where you practice an interview before it counts. You book 45 minutes with a professional, do a mock interview over video, and leave with feedback from the person who interviewed you.`,
        },
        {
          id: "who",
          question: "Who is it for?",
          answer:
            "Students, freshers and job seekers, mainly those aiming for roles in AI, machine learning and data science.",
        },
        {
          id: "interviewers",
          question: "Who interviews me?",
          answer: `A person, live. ${ledBy} ${ledByLabel}. You see the interviewer's name with every open slot and choose for yourself.`,
        },
        {
          id: "start",
          question: "How do I start?",
          answer:
            "Sign up with your email address, confirm the six-digit code we email you, pick a plan and choose a slot. It takes a few minutes.",
        },
      ],
    },
    {
      title: "Plans & Pricing",
      items: [
        {
          id: "prices",
          question: "What does it cost?",
          answer: `Basic is ${Basic.price} for ${Basic.interviews}, Pro is ${Pro.price} for ${Pro.interviews}, and Premium is ${Premium.price} for ${Premium.interviews}. These are today's prices; the pricing page shows how each is made up.`,
        },
        { id: "offer", question: "Is there a launch offer?", answer: offer },
        {
          id: "subscription",
          question: "Is it a subscription?",
          answer:
            "No. You pay once, in rupees, by card or UPI, for a number of interviews. Nothing renews automatically.",
        },
        {
          id: "trial",
          question: "Is there a free trial?",
          answer: `No. The smallest step is Basic: ${Basic.interviews} for ${Basic.price}.`,
        },
        {
          id: "failed-payment",
          question: "I paid, but my sessions are not there. What now?",
          answer: `If your browser couldn't confirm the payment, the payment provider tells us, and we credit it once. If your sessions aren't there after a few minutes, write to ${supportEmail} and tell us when you paid.`,
        },
      ],
    },
    {
      title: "Mock Interviews",
      items: [
        {
          id: "length",
          question: "How long does an interview take?",
          answer:
            "A slot is 45 minutes: 30 minutes of interview, 10 minutes of feedback and a 5-minute break. The clock in the room shows which part you are in.",
        },
        {
          id: "zone",
          question: "Which time zone are the slots in?",
          answer: "Yours. The zone is always named next to the times, and you can change it in your account.",
        },
        {
          id: "cancel",
          question: "Can I cancel or move a booking?",
          answer: `Yes, free of charge up to ${cancelNotice} before it starts: the session returns to your balance. After that, the session is used up.`,
        },
        {
          id: "no-show",
          question: "What if my interviewer cancels or doesn't attend?",
          answer:
            "When they cancel, your session is returned at once, without your asking. When they don't attend, report it from ten minutes after the start, and the session is returned right away. Only when the room recorded them as present do we look into it first.",
        },
        {
          id: "questions",
          question: "What will I be asked?",
          answer:
            "What your role calls for: machine-learning fundamentals, statistics, coding in Python or SQL, system design, or your own projects. Write your resume before you book; your interviewer reads it.",
        },
      ],
    },
    {
      title: "Feedback & Progress",
      items: [
        {
          id: "feedback",
          question: "What feedback do I get?",
          answer: `Ten minutes of it face to face, at the end of the interview, and your mentor's written feedback as a PDF. A report follows ${reportTime}: what was measured, what your mentor marked and, if this site uses a language model, points that it drafts. Each point opens the moment it comes from.`,
        },
        {
          id: "when",
          question: "When does the mentor's review come?",
          answer: `Your mentor has ${feedbackDeadline} from the end of the interview. We'll email you when it's ready.`,
        },
        {
          id: "progress",
          question: "Can I see how I improve?",
          answer:
            "Yes. Progress shows your mentors' scores in each area, or a model's draft where a mentor gave none and this site uses a model, and what was measured in each interview: your first working code, your runs and their errors. A band around the scores shows how certain they are; it narrows as your interviews agree.",
        },
        {
          id: "rate",
          question: "Can I rate my interviewer?",
          answer:
            "Yes, once for each interview, from 1 (Very Bad) to 5 (Excellent) with a summary in your own words. The interviewer reads it, and it counts towards their average rating.",
        },
      ],
    },
    {
      title: "Technical & Misc",
      items: [
        {
          id: "equipment",
          question: "What do I need?",
          answer:
            "A current browser, a microphone, a camera and a steady connection. A desktop browser works best; there is nothing to install.",
        },
        {
          id: "code",
          question: "My code did not arrive. What can I do?",
          answer:
            "Check your spam folder, then request a new code after a minute. A code is valid for ten minutes.",
        },
        {
          id: "resume",
          question: "Which resume files can I upload?",
          answer:
            "PDF only. Or fill in the resume builder instead; interviewers see one or the other, and you can switch at any time.",
        },
        {
          id: "account",
          question: "How do I change my password, download my data or delete my account?",
          answer: `You can do all three under Profile, Account Settings. A new password signs you out everywhere; your data comes as one zip file; to delete your account, enter the code we email you. If something is wrong that you can't change yourself, write to ${supportEmail}.`,
        },
      ],
    },
  ];
}

/** Only one answer is open at a time, across all categories. */
function FaqList() {
  const { moreQuestions } = useSite();
  const more = {
    title: "More questions",
    items: moreQuestions.map((item) => ({ id: item.question, ...item })),
  };
  return (
    <div className="grid gap-8">
      {[...faqCategories(pageText), ...(more.items.length === 0 ? [] : [more])].map((category) => (
        <section key={category.title} className="grid gap-3">
          <h3 className="text-lg">{category.title}</h3>
          <Accordion headingLevel="h4" group="questions" items={category.items} />
        </section>
      ))}
    </div>
  );
}
