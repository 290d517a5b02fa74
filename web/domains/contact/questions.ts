import type { PageWords } from "@greenroom/contract/page-words.ts";

export interface Question {
  id: string;
  question: string;
  /** Plain text: search engines are given it too. */
  answer: string;
}

export interface QuestionCategory {
  title: string;
  items: Question[];
}

/** What people ask (specification §2), with today's prices and settings. */
export function questionCategories(words: PageWords): QuestionCategory[] {
  const { name, supportEmail, cancelNotice, feedbackDeadline, ledBy, offer } = words;
  const { Basic, Pro, Premium } = words.plans;
  return [
    {
      title: "General Questions",
      items: [
        {
          id: "what",
          question: `What is ${name}?`,
          answer: `${name} is where you practise an interview before it counts. You book 45 minutes with a professional, hold a mock interview over video, and leave with feedback from the person who interviewed you.`,
        },
        {
          id: "who",
          question: "Who is it for?",
          answer:
            "Students, freshers and job seekers, mainly those who aim for roles in AI, machine learning and data science.",
        },
        {
          id: "interviewers",
          question: "Who interviews me?",
          answer: `A person, live: IIT graduates, industry veterans and hiring managers, led by ${ledBy}. You see the interviewer's name with every open slot and choose for yourself.`,
        },
        {
          id: "start",
          question: "How do I start?",
          answer:
            "Sign up with your email address, confirm the six-digit code that we mail you, pick a plan and choose a slot. It takes a few minutes.",
        },
      ],
    },
    {
      title: "Plans & Pricing",
      items: [
        {
          id: "prices",
          question: "What does it cost?",
          answer: `Basic is ${Basic.price} for ${Basic.interviews}, Pro is ${Pro.price} for ${Pro.interviews}, and Premium is ${Premium.price} for ${Premium.interviews}. These are the prices as of now; the pricing page shows how each is made up.`,
        },
        { id: "offer", question: "Is there a launch offer?", answer: offer },
        {
          id: "subscription",
          question: "Is it a subscription?",
          answer:
            "No. You pay once, in rupees, by card or UPI, for a number of interviews. Nothing renews by itself.",
        },
        {
          id: "trial",
          question: "Is there a free trial?",
          answer: `No. The smallest step is Basic: ${Basic.interviews} for ${Basic.price}.`,
        },
        {
          id: "failed-payment",
          question: "I paid, but my sessions are not there. What now?",
          answer: `A payment that your browser could not confirm is confirmed to us by the payment provider, and is credited once. If it is not there after some minutes, write to ${supportEmail} with the time of the payment.`,
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
            "A slot is 45 minutes: 30 minutes of interview, 10 minutes of feedback and 5 minutes to breathe. The clock in the room shows which part you are in.",
        },
        {
          id: "zone",
          question: "In which time zone are the slots?",
          answer:
            "In yours. The zone is always named beside the times, and you can change it in your account.",
        },
        {
          id: "cancel",
          question: "Can I cancel or move a booking?",
          answer: `Yes, for nothing until ${cancelNotice} before it starts: the session comes back to your balance. Later than that the session is used up.`,
        },
        {
          id: "no-show",
          question: "What if my interviewer cancels or does not come?",
          answer:
            "When they cancel, your session is given back at once, without your asking. When they do not come, you report it yourself from ten minutes after the start, and it is given back there and then; only where the room saw them does one of us look into it first.",
        },
        {
          id: "questions",
          question: "What will I be asked?",
          answer:
            "What your role asks: machine-learning fundamentals, statistics, coding in Python or SQL, system design, or your own projects. Write your resume before you book; your interviewer reads it.",
        },
      ],
    },
    {
      title: "Feedback & Progress",
      items: [
        {
          id: "feedback",
          question: "What feedback do I get?",
          answer:
            "Ten minutes of it face to face, at the end of the session, and your mentor's written review as a PDF. It stands beside the session under My Sessions; where there is an AI report on a session, it stands there too.",
        },
        {
          id: "when",
          question: "When does the mentor's review come?",
          answer: `Your mentor has ${feedbackDeadline} from the end of the session. You get a mail when it is there.`,
        },
        {
          id: "progress",
          question: "Can I see how I improve?",
          answer:
            "Every session stays under My Sessions with its date, its interviewer and its feedback, so that you can read one beside the other.",
        },
        {
          id: "rate",
          question: "Can I rate my interviewer?",
          answer:
            "Yes, once for each session, from 1 (Very Bad) to 5 (Excellent) with a summary in your own words. The interviewer reads it, and it counts into their average rating.",
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
            "Look into the spam folder, then ask for a new one after a minute. A code is good for ten minutes, and only the newest one counts.",
        },
        {
          id: "resume",
          question: "Which resume files can I upload?",
          answer:
            "PDF only. Or fill in the resume builder instead; interviewers see the one or the other, and you can switch back at any time.",
        },
        {
          id: "account",
          question: "How do I change my password, take my data along or delete my account?",
          answer: `All three by yourself, under Profile, Account Settings. A new password ends every sign-in; the copy of your data comes as one file; deleting takes a code that we mail you. To have something corrected that you cannot change yourself, write to ${supportEmail}.`,
        },
      ],
    },
  ];
}
