import { Card } from "../../ui/display/card.tsx";

const reasons = [
  {
    title: "Expert mentors",
    text: "IIT graduates, industry veterans and hiring managers who interview for the role you want.",
  },
  {
    title: "Real interview prep",
    text: "A live room with video, shared code that runs, and a clock. Between interviews, role-specific drills and practice rounds, free.",
  },
  {
    title: "Personalized feedback",
    text: "Ten minutes face to face while it is fresh, then your mentor's own review as a PDF to keep.",
  },
];

export function WhyUs() {
  return (
    <section id="why-us" aria-labelledby="why-us-title" className="page pt-20 sm:pt-24">
      <h2 id="why-us-title" className="max-w-lg text-3xl">
        Practice that behaves like the real room.
      </h2>
      <ol className="mt-9 grid gap-5 md:grid-cols-3">
        {reasons.map((reason, index) => (
          <li key={reason.title} className="grid">
            <Card className="sm:p-7">
              <span
                aria-hidden="true"
                className="font-text text-[2.6rem] font-semibold leading-none tracking-tight tabular text-green"
              >
                {index + 1}
              </span>
              <h3 className="mt-4 text-xl">{reason.title}</h3>
              <p className="mt-1.5 text-ink-2">{reason.text}</p>
            </Card>
          </li>
        ))}
      </ol>
    </section>
  );
}
