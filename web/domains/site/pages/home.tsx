import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import accentFont from "../../../ui/fonts/fraunces-italic.woff2?url";
import { CallToAction } from "../components/call-to-action.tsx";
import { Hero } from "../components/hero.tsx";
import { HowItWorks } from "../components/how-it-works.tsx";
import { publicMeta } from "../components/public-meta.ts";
import { WhyUs } from "../components/why-us.tsx";
import { words } from "../page-facts.ts";

export const meta = () =>
  publicMeta({
    path: "/",
    title: "live mock interviews for AI, ML and data science",
    description: `Thirty minutes with someone who has sat on the other side, ten of feedback face to face, and a written review within ${words.feedbackDeadline}.`,
  });

/** The one word in italics stands in the first line that people see. */
export const links = () => [
  { rel: "preload", href: accentFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" as const },
];

/** Few are lost: nobody else need fetch what they are told. */
const LostAddress = lazy(() => import("../components/lost-address.tsx"));

export default function HomePage() {
  const { state } = useLocation();
  const [isLost, setLost] = useState(false);
  // Only after the first drawing, which has to be the one that was written at build.
  useEffect(() => {
    if (state?.isLost === true) setLost(true);
  }, [state]);
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
