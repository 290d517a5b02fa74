import { Link } from "react-router";
import { pageText } from "../../app/page-data.ts";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/actions/button-class.ts";
import { Glow } from "../../ui/display/glow.tsx";
import { IntroVideo } from "./intro-video.tsx";
import { TrustBadges } from "./trust-badges.tsx";

export function Hero() {
  return (
    <section
      id="home"
      className="relative mx-auto grid w-[min(100%-1.5rem,70rem)] overflow-hidden rounded-lg bg-dark text-on-dark sm:w-[min(100%-2.5rem,70rem)] lg:grid-cols-[minmax(0,33.75rem)_minmax(45%,1fr)] lg:grid-rows-[1fr_auto]"
    >
      <Glow className="-right-24 -top-40 w-160 lg:-right-4 lg:-top-28" />
      <div className="relative px-6 pt-12 sm:px-16 sm:pt-20 lg:pb-16 lg:pr-0">
        <h1 className="text-4xl">
          Walk in <em className="text-accent">already</em> warmed up.
        </h1>
        <p className="mt-6 max-w-[28rem] text-[1.15rem] leading-relaxed text-on-dark-2">
          Live mock interviews for AI, ML and data-science roles: thirty minutes with someone who has sat on
          the other side, then ten of feedback, face to face. A&nbsp;written review follows within{" "}
          {pageText.feedbackDeadline}.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Link to={paths.signUp} className={buttonClass({ variant: "accent" })}>
            Get Started Now
          </Link>
          <Link
            to={paths.pricing}
            reloadDocument
            className="inline-flex min-h-11 items-center rounded-full border border-on-dark-2/50 px-[1.1rem] font-semibold transition-colors hover:bg-dark-2"
          >
            See Pricing
          </Link>
        </div>
      </div>
      <IntroVideo />
      <TrustBadges words={pageText} />
    </section>
  );
}
