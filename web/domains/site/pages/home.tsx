import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { pageText } from "../../../app/page-data.ts";
import { publicPageMeta } from "../../../app/public-page-meta.ts";
import accentFont from "../../../ui/fonts/fraunces-italic.woff2?url";
import { CallToAction } from "../home/call-to-action.tsx";
import { Hero } from "../home/hero.tsx";
import { HowItWorks } from "../home/how-it-works.tsx";
import { WhyUs } from "../home/why-us.tsx";

export const meta = () =>
  publicPageMeta({
    path: "/",
    title: "live mock interviews for AI, ML and data science",
    description: `Thirty minutes with someone who has sat on the other side, ten of feedback face to face, and a written review within ${pageText.feedbackDeadline}.`,
  });

/** The one italic word is in the first line of the page. */
export const links = () => [
  { rel: "preload", href: accentFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" as const },
];

/** Loaded separately, because few visitors see this notice. */
const LostAddress = lazy(() => import("../../../app/not-found-notice.tsx"));

export default function HomePage() {
  const { state } = useLocation();
  const [isLost, setLost] = useState(false);
  // Only after the first render, which must match the prerendered page.
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
