import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { pageText } from "../../app/page-data.ts";
import { publicPageMeta } from "../../app/public-page-meta.ts";
import accentFont from "../../ui/fonts/fraunces-italic.woff2?url";
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
