import { pageText } from "../../app/page-data.ts";
import { LineIcon } from "../../ui/button.tsx";
import { announce, ProductPicture, slides } from "./slides.tsx";

export function HowItWorks() {
  return (
    <section id="how-it-works" aria-labelledby="how-title" className="page pt-20 sm:pt-28">
      <h2 id="how-title" className="max-w-sm text-3xl">
        How it works
      </h2>
      <p className="mt-4 max-w-md text-lg text-ink-2">
        You choose the time; we provide the room, the clock and the notes.
      </p>
      <Slideshow />
      <div className="grid gap-x-16 gap-y-8 pt-16 lg:grid-cols-[1fr_1.35fr]">
        <h3 className="max-w-sm text-2xl">Five steps to a better interview.</h3>
        <Steps />
      </div>
    </section>
  );
}

/** Six pictures of the product. Without a script it is a row that can be scrolled. */
export function Slideshow() {
  return (
    <section
      ref={announce}
      data-slideshow
      data-no-react
      suppressHydrationWarning
      aria-roledescription="carousel"
      aria-label="The product in six pictures"
      className="group/slideshow mt-10"
    >
      <section
        data-row
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a row that scrolls must be reachable without a pointer
        tabIndex={0}
        aria-label="Pictures"
        aria-live="off"
        suppressHydrationWarning
        className="flex snap-x snap-mandatory overflow-x-auto rounded-md border border-line bg-card shadow-lift [scrollbar-width:none]"
      >
        {slides.map((slide, index) => (
          <figure
            key={slide.name}
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}: ${slide.title}`}
            className="m-0 w-full shrink-0 snap-center"
          >
            <div
              className={
                index === 0
                  ? "aspect-video"
                  : "aspect-video not-noscript:not-group-data-near/slideshow:*:hidden"
              }
            >
              <ProductPicture slide={slide} sizes="(min-width: 75rem) 70rem, calc(100vw - 2.5rem)" />
            </div>
            <figcaption className="border-t border-line px-5 py-3 font-medium">{slide.title}</figcaption>
          </figure>
        ))}
      </section>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div className="flex items-center">
          {slides.map((slide, index) => (
            <button
              key={slide.name}
              type="button"
              data-slide={index}
              aria-label={`Picture ${index + 1}: ${slide.title}`}
              aria-current={index === 0 ? "true" : undefined}
              suppressHydrationWarning
              className="group grid size-11 place-items-center rounded-full max-xs:w-7"
            >
              <span className="size-2.5 rounded-full border border-edge transition-colors group-hover:bg-edge group-aria-[current]:border-green group-aria-[current]:bg-green group-aria-[current]:ring-3 group-aria-[current]:ring-green/22 forced-colors:group-aria-[current]:bg-[Highlight]" />
            </button>
          ))}
        </div>
        <div className="flex items-center gap-2">
          <button
            type="button"
            data-pause
            aria-label="Pause the pictures"
            suppressHydrationWarning
            className={roundButtonClass}
          >
            <LineIcon className="size-5 group-data-paused/slideshow:hidden">M8 5.5v13M16 5.5v13</LineIcon>
            <LineIcon className="hidden size-5 group-data-paused/slideshow:block">
              M8 5.5v13l10.5-6.5z
            </LineIcon>
          </button>
          <button type="button" data-step={-1} aria-label="Previous picture" className={roundButtonClass}>
            <LineIcon className="size-5">M15 5l-7 7 7 7</LineIcon>
          </button>
          <button type="button" data-step={1} aria-label="Next picture" className={roundButtonClass}>
            <LineIcon className="size-5">M9 5l7 7-7 7</LineIcon>
          </button>
        </div>
      </div>
    </section>
  );
}

const roundButtonClass =
  "grid size-11 place-items-center rounded-full border border-line bg-card hover:border-edge hover:bg-sunk";

const { reportTime } = pageText;

const steps = [
  {
    title: "Sign up and pick a plan",
    text: "One, three or five sessions. You pay once; there is no subscription.",
  },
  {
    title: "Book a session",
    text: "Every open slot in your own time zone. Choose the hour and the mentor.",
  },
  {
    title: "Practice a real interview",
    text: "Thirty minutes live with a person, then ten of feedback, by the room's own clock.",
  },
  {
    title: "Get instant AI feedback",
    text: `Your report is ready ${reportTime}. Each of its points opens the moment it comes from.`,
  },
  {
    title: "Receive detailed mentor insights",
    text: "Your mentor's written feedback, with what to do next.",
  },
];

/** The five steps (requirements §1). */
function Steps() {
  return (
    <ol className="grid">
      {steps.map((step, index) => (
        <li key={step.title} className="relative grid grid-cols-[2.5rem_1fr] gap-x-5 pb-8 last:pb-0">
          {index < steps.length - 1 && (
            <span
              aria-hidden="true"
              className="absolute bottom-0 left-5 top-11 border-l border-dashed border-edge"
            />
          )}
          <span
            aria-hidden="true"
            className="grid size-10 place-items-center rounded-full bg-dark font-text text-lg font-semibold text-accent tabular"
          >
            {index + 1}
          </span>
          <div className="pt-1.5">
            <h4 className="font-display text-xl font-[570] leading-tight tracking-tight">{step.title}</h4>
            <p className="mt-1 text-ink-2">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
