import { Link } from "react-router";
import { pageText } from "../../app/page-data.ts";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Glow } from "../../ui/panels.tsx";
import { announce } from "./slides.tsx";

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
          the other side, then ten of feedback, face to face. Written feedback follows within{" "}
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
          <Link
            to={paths.mentors}
            reloadDocument
            className="inline-flex min-h-11 items-center px-2 font-semibold underline decoration-on-dark-2/50 underline-offset-4 hover:decoration-accent"
          >
            See mentors
          </Link>
        </div>
      </div>
      <IntroVideo />
      <TrustBadges />
    </section>
  );
}

/**
 * About a minute of the product in use. Nothing of it is loaded before it is
 * started.
 */
export function IntroVideo() {
  return (
    <div
      ref={announce}
      data-video
      data-no-react
      suppressHydrationWarning
      className="group/video relative mx-3 mb-6 mt-9 overflow-hidden rounded-md border border-dark-line sm:mx-16 sm:mb-12 lg:mx-0 lg:mb-0 lg:mr-7 lg:mt-0 lg:ml-2 lg:self-center"
    >
      <video
        width={1280}
        height={800}
        loop
        muted
        playsInline
        preload="none"
        poster="/videos/intro.avif"
        aria-label="The product in use: an interview is booked, two people meet in the room and run code, feedback is given, and the report and the progress are read"
        className="block aspect-[1280/800] h-auto w-full bg-dark-2 object-cover"
      >
        <source src="/videos/intro.webm" type="video/webm" />
        <source src="/videos/intro.mp4" type="video/mp4" />
        <track src="/videos/intro.vtt" kind="captions" srcLang="en" label="English" default />
      </video>
      {/* The whole picture is one button. Without a script the browser shows its own controls, which would load a
          dozen icons for everybody. Once the film has begun, the captions need the bottom edge. */}
      <button
        type="button"
        className="group absolute inset-0 flex items-end rounded-md p-3 -outline-offset-4 group-data-played/video:items-start noscript:hidden"
      >
        {/* While it plays, this would hide what the film shows in its corner. A finger cannot point without pressing. */}
        <span className="inline-flex min-h-11 items-center gap-2 rounded-full border border-dark-line bg-dark/90 px-4 text-sm font-semibold text-on-dark transition-opacity group-hover:bg-dark-2 [@media(hover:hover)]:group-data-[state=playing]/video:group-not-hover:group-not-focus-visible:opacity-0">
          <svg aria-hidden="true" viewBox="0 0 24 24" className="size-4 fill-accent">
            <path d="M7 4.5v15l13-7.5z" className="group-data-[state=playing]/video:hidden" />
            <path d="M6 5h4v14H6zM14 5h4v14h-4z" className="hidden group-data-[state=playing]/video:inline" />
          </svg>
          <span data-shown="ready" suppressHydrationWarning>
            Play the video
          </span>
          <span data-shown="playing" hidden suppressHydrationWarning className="sr-only">
            Pause the video
          </span>
          <span data-shown="failed" hidden suppressHydrationWarning>
            Try again
          </span>
        </span>
      </button>
      <p role="status" className="absolute inset-x-3 top-3 m-0 text-sm text-on-dark">
        <span data-shown="failed" hidden suppressHydrationWarning className="rounded-sm bg-dark/90 px-2 py-1">
          The video could not be loaded.
        </span>
      </p>
    </div>
  );
}

/** Reasons to trust us: settings of the site, and what operators checked (requirements §1). */
function TrustBadges() {
  const { rating, ratingLabel, ledBy, ledByLabel, insights } = pageText;
  const badges = [
    { id: "rating", figure: `${rating} / 5`, label: ratingLabel },
    { id: "led-by", figure: ledBy, label: ledByLabel },
    { id: "insights", figure: insights, label: "in one place" },
  ];
  return (
    <ul
      aria-label="Why trust us"
      className="relative flex flex-wrap gap-x-6 gap-y-4 border-t border-dark-line px-6 py-6 sm:justify-between sm:px-16 sm:py-7 lg:col-span-2"
    >
      {badges.map(({ id, figure, label }) => (
        <li key={id}>
          <strong className="block font-text text-[1.15rem] font-semibold leading-tight tabular">
            {figure}
          </strong>
          <span className="text-sm text-on-dark-2">{label}</span>
        </li>
      ))}
    </ul>
  );
}
