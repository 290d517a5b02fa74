import { Link } from "react-router";
import { pageText } from "../../app/page-data.ts";
import { publicPageMeta } from "../../app/page-meta.ts";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/panels.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { ProductPicture, roomSlide } from "../home/slides.tsx";

export const meta = () =>
  publicPageMeta({
    path: paths.about,
    title: "About",
    description: `${pageText.mentorKinds} interview you; role-specific drills, structured feedback and progress tracking make the practice count.`,
  });

const { graduates, veterans, managers } = pageText.mentorCards;
const mentors = [graduates, veterans, managers];

const differences = [
  {
    title: "Role-specific drills",
    text: "Short sets of questions for AI engineers, ML engineers, data scientists and data analysts. Cards come back before you forget them, and hidden tests check your Python and SQL. Free, and so are solo practice rounds.",
  },
  {
    title: "Structured feedback",
    text: "Ten minutes of it face to face, your mentor's written feedback, and a report whose every point opens the moment it comes from.",
  },
  {
    title: "Progress tracking",
    text: "Your mentors' scores and what was measured, interview by interview, with a band that shows how certain each level is.",
  },
];

export default function AboutPage() {
  return (
    <div className="page pt-12 sm:pt-16">
      <div className="grid items-center gap-x-14 lg:grid-cols-[1fr_1.15fr]">
        <div>
          <h1 className="max-w-2xl text-3xl">The room where you get ready before you go on.</h1>
          <p className="mt-5 max-w-2xl text-lg text-ink-2">
            An interview is a performance, and nobody should give their first one on opening night. Here you
            sit across from a real interviewer, make your mistakes where they cost nothing, and leave with
            notes.
          </p>
        </div>
        {/* On a phone the text comes first, followed by the people. */}
        <div className="overflow-hidden rounded-md border border-line bg-dark shadow-lift max-lg:hidden">
          <ProductPicture slide={roomSlide} sizes="36rem" />
        </div>
      </div>
      <section aria-labelledby="mentors-title" className="pt-16">
        <h2 id="mentors-title" className="text-2xl">
          Who sits across from you
        </h2>
        <ul className="mt-6 grid gap-5 md:grid-cols-3">
          {mentors.map((mentor) => (
            <li key={mentor.title} className="grid">
              <Card>
                <h3 className="text-xl">{mentor.title}</h3>
                <p className="mt-2 text-ink-2">{mentor.text}</p>
              </Card>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="difference-title" className="pt-16">
        <h2 id="difference-title" className="text-2xl">
          What makes it different
        </h2>
        <ul className="mt-6 grid gap-6">
          {differences.map((difference) => (
            <li
              key={difference.title}
              className="grid grid-cols-[auto_1fr] gap-x-4 border-t border-line pt-5"
            >
              <StatusDot status="ready" className="mt-2" />
              <div className="grid gap-x-10 gap-y-1 md:grid-cols-[16rem_1fr]">
                <h3 className="text-xl">{difference.title}</h3>
                <p className="text-ink-2">{difference.text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <Link to={paths.pricing} reloadDocument className={buttonClass({ size: "lg", className: "mt-14" })}>
        See Pricing
      </Link>
    </div>
  );
}
