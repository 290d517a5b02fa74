import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { pageText } from "../../app/page-data.ts";
import { publicPageMeta } from "../../app/page-meta.ts";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import accentFont from "../../ui/fonts/fraunces-italic.woff2?url";
import { Card } from "../../ui/panels.tsx";
import { Hero } from "../home/hero.tsx";
import { HowItWorks } from "../home/how-it-works.tsx";

export const meta = () =>
  publicPageMeta({
    path: "/",
    title: "live mock interviews for AI, ML and data science",
    description: `Thirty minutes with someone who has sat on the other side, ten of feedback face to face, and written feedback within ${pageText.feedbackDeadline}.`,
  });

/** The one italic word is in the first line of the page. */
export const links = () => [
  { rel: "preload", href: accentFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" as const },
];

/** Loaded separately, because few visitors see this notice. */
const LostAddress = lazy(() => import("../../app/not-found-notice.tsx"));

const subscribeToNothing = () => () => {};

export default function HomePage() {
  const isLost = useIsLost();
  return (
    <>
      <Suspense>{isLost && <LostAddress />}</Suspense>
      <Hero />
      <WhyUs />
      <HowItWorks />
      <CallToAction />
    </>
  );
}

/** Whether the person came from an unknown address. False at first in the prerendered page, which knows of none. */
function useIsLost(): boolean {
  const { state } = useLocation();
  const [isKnown, setKnown] = useState(false);
  const isLost = useSyncExternalStore(
    subscribeToNothing,
    () => state?.isLost === true,
    () => false,
  );
  // The notice removes the state from the history, and is still shown.
  if (isLost && !isKnown) setKnown(true);
  return isLost || isKnown;
}

const reasons = [
  {
    title: "Expert mentors",
    text: `${pageText.mentorKinds} who interview for the role you want.`,
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

function WhyUs() {
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

function CallToAction() {
  return (
    <section aria-labelledby="cta-title" className="page pt-20 sm:pt-28">
      <div className="grid justify-items-center gap-5 rounded-lg border border-green-line bg-green-tint px-6 py-14 text-center sm:py-16">
        <h2 id="cta-title" className="max-w-xl text-3xl">
          Your next interview could be your second.
        </h2>
        <p className="max-w-md text-lg text-ink-2">Do the first one here, where mistakes cost nothing.</p>
        <Link to={paths.signUp} className={buttonClass({ size: "lg" })}>
          Get Started
        </Link>
        <p className="max-w-md text-balance text-ink-2">
          Or{" "}
          <Link to={paths.practice} className="link inline-block min-h-6">
            practice alone
          </Link>{" "}
          first: timed rounds and drills are free, without a plan.
        </p>
      </div>
    </section>
  );
}
