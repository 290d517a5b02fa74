import clsx from "clsx";
import { type KeyboardEvent, useRef } from "react";
import { ProductPicture } from "../components/product-picture.tsx";
import { type Slide, slides } from "./slides.ts";
import { useSlideshow } from "./use-slideshow.ts";

/** Six pictures of the product. Without a script it is a row that can be scrolled. */
export function Slideshow() {
  const row = useRef<HTMLDivElement>(null);
  const { current, isNear, isPaused, isRunning, setPaused, setInUse, show, handleScrollEnd } = useSlideshow(
    row,
    slides.length,
  );

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show(current + step);
  }

  return (
    <section
      aria-roledescription="carousel"
      aria-label="The product in six pictures"
      onPointerEnter={() => setInUse(true)}
      onPointerLeave={() => setInUse(false)}
      onFocus={() => setInUse(true)}
      onBlur={() => setInUse(false)}
      onKeyDown={onKeyDown}
      className="mt-10"
    >
      <section
        ref={row}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a row that scrolls must be reachable without a pointer
        tabIndex={0}
        aria-label="Pictures"
        aria-live={isRunning ? "off" : "polite"}
        onScrollEnd={handleScrollEnd}
        className="flex snap-x snap-mandatory overflow-x-auto rounded-md border border-line bg-card shadow-lift [scrollbar-width:none]"
      >
        {slides.map((slide, index) => (
          <SlidePicture
            key={slide.name}
            slide={slide}
            isDue={index === 0 || isNear}
            place={`${index + 1} of ${slides.length}`}
          />
        ))}
      </section>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div className="flex items-center">
          {slides.map((slide, index) => (
            <button
              key={slide.name}
              type="button"
              aria-label={`Picture ${index + 1}: ${slide.title}`}
              aria-current={index === current ? "true" : undefined}
              onClick={() => show(index)}
              className="group grid size-11 place-items-center rounded-full max-xs:w-7"
            >
              <span
                className={clsx(
                  "size-2.5 rounded-full border transition-colors",
                  index === current
                    ? "border-green bg-green ring-3 ring-green/22 forced-colors:bg-[Highlight]"
                    : "border-edge bg-transparent group-hover:bg-edge",
                )}
              />
            </button>
          ))}
        </div>
        <div className="flex items-center gap-2">
          <SlideshowButton
            label={isPaused ? "Play the pictures" : "Pause the pictures"}
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? "M8 5.5v13l10.5-6.5z" : "M8 5.5v13M16 5.5v13"}
          </SlideshowButton>
          <SlideshowButton label="Previous picture" onClick={() => show(current - 1)}>
            M15 5l-7 7 7 7
          </SlideshowButton>
          <SlideshowButton label="Next picture" onClick={() => show(current + 1)}>
            M9 5l7 7-7 7
          </SlideshowButton>
        </div>
      </div>
    </section>
  );
}

function SlidePicture({ slide, place, isDue }: { slide: Slide; place: string; isDue: boolean }) {
  return (
    <figure
      aria-roledescription="slide"
      aria-label={`${place}: ${slide.title}`}
      className="m-0 w-full shrink-0 snap-center"
    >
      <div className={clsx("aspect-video", !isDue && "not-noscript:*:hidden")}>
        <ProductPicture slide={slide} sizes="(min-width: 75rem) 70rem, calc(100vw - 2.5rem)" />
      </div>
      <figcaption className="border-t border-line px-5 py-3 font-medium">{slide.title}</figcaption>
    </figure>
  );
}

/** A round button with an icon; `children` is the icon's path. */
function SlideshowButton({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick: () => void;
  children: string;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-full border border-line bg-card hover:border-edge hover:bg-sunk"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        className="size-5"
      >
        <path d={children} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </button>
  );
}
