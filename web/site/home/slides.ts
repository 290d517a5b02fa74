export interface Slide {
  /** The name of the images under /images/how/, which scripts/media/take-screenshots.ts creates. */
  name: string;
  title: string;
  alt: string;
}

export const roomSlide: Slide = {
  name: "practice",
  title: "Practice a real interview",
  alt: "The room: shared code that was just run, beside the pictures of both people, under the session’s clock.",
};

/** The six pictures of "how it works" (requirements §1). */
export const slides: Slide[] = [
  {
    name: "sign-up",
    title: "Sign up in two steps",
    alt: "The sign-up form: name, email, mobile number and password.",
  },
  {
    name: "pick-a-plan",
    title: "Pick a plan, pay once",
    alt: "Three plan cards with today's price, the list price struck out, and what is in each.",
  },
  {
    name: "book-a-session",
    title: "Book a session",
    alt: "A calendar of open slots beside the form that confirms the chosen one.",
  },
  roomSlide,
  {
    name: "your-sessions",
    title: "Find all feedback in one place",
    alt: "My Sessions: interviews with the ratings given and the mentor's feedback to download.",
  },
  {
    name: "mentor-insights",
    title: "Receive your mentor's insights",
    alt: "The interviewer's side: past interviews with the candidate's words and the feedback file.",
  },
];
