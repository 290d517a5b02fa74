/* The landing page's slideshow and video, which work without React: page-script.ts attaches them. */

/** How long a picture shows, in milliseconds (requirements §9). */
const slideMilliseconds = 5000;

function find<Found extends HTMLElement>(element: HTMLElement, selector: string): Found {
  const found = element.querySelector<Found>(selector);
  if (found === null) throw new Error(`there is no ${selector}`);
  return found;
}

/**
 * A row of pictures that advances automatically, unless the user hovers over it, has the focus in it, has
 * paused it or prefers reduced motion. The row's own scroll position is the state, so a swipe and an arrow
 * have the same result.
 */
export function attachSlideshow(slideshow: HTMLElement): void {
  const row = find(slideshow, "[data-row]");
  const pause = find(slideshow, "[data-pause]");
  const dots = [...slideshow.querySelectorAll<HTMLElement>("[data-slide]")];
  const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
  let current = 0;
  let isPaused = prefersReducedMotion();
  /** The pointer is over it, or the focus in it. */
  let isInUse = false;
  /** The last target of scrolling; null once the row has stopped. */
  let target: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function update(): void {
    dots.forEach((dot, index) => {
      if (index === current) dot.setAttribute("aria-current", "true");
      else dot.removeAttribute("aria-current");
    });
    pause.setAttribute("aria-label", isPaused ? "Play the pictures" : "Pause the pictures");
    slideshow.toggleAttribute("data-paused", isPaused);
    const isRunning = !isPaused && !isInUse;
    row.setAttribute("aria-live", isRunning ? "off" : "polite");
    clearTimeout(timer);
    if (isRunning) timer = setTimeout(advance, slideMilliseconds);
  }
  function advance(): void {
    if (!slideshow.isConnected) return;
    if (document.hidden) update();
    else show(current + 1);
  }
  function show(index: number): void {
    current = (index + dots.length) % dots.length;
    target = current;
    row.scrollTo({
      left: current * row.clientWidth,
      behavior: prefersReducedMotion() ? "auto" : "smooth",
    });
    update();
  }
  function use(value: boolean): void {
    isInUse = value;
    update();
  }

  slideshow.addEventListener("pointerenter", () => use(true));
  slideshow.addEventListener("pointerleave", () => use(false));
  slideshow.addEventListener("focusin", () => use(true));
  slideshow.addEventListener("focusout", () => use(false));
  slideshow.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show(current + step);
  });
  slideshow.addEventListener("click", ({ target: pressed }) => {
    const button = pressed instanceof Element ? pressed.closest("button") : null;
    const { slide, step } = button?.dataset ?? {};
    if (slide !== undefined) show(Number(slide));
    else if (step !== undefined) show(current + Number(step));
    else if (button === pause) {
      isPaused = !isPaused;
      update();
    }
  });
  // The row has stopped. A smooth scroll that was interrupted by the next one ends before its target.
  row.addEventListener("scrollend", () => {
    const at = Math.round(row.scrollLeft / row.clientWidth);
    const sent = target;
    target = null;
    if (sent !== null && sent !== at) row.scrollTo({ left: sent * row.clientWidth });
    else {
      current = at;
      update();
    }
  });
  // The other pictures are out of sight, but so close that a browser would load them all at the start.
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      slideshow.setAttribute("data-near", "");
      observer.disconnect();
    },
    { rootMargin: "400px" },
  );
  observer.observe(row);
  update();
}

/** Plays and pauses the video, and shows what belongs to its state. */
export function attachVideo(frame: HTMLElement): void {
  const video = find<HTMLVideoElement>(frame, "video");
  const showState = (state: "ready" | "playing" | "failed") => {
    frame.dataset.state = state;
    for (const element of frame.querySelectorAll<HTMLElement>("[data-shown]"))
      element.hidden = element.dataset.shown !== state;
  };
  video.addEventListener("play", () => {
    frame.setAttribute("data-played", "");
    showState("playing");
  });
  video.addEventListener("pause", () => showState("ready"));
  find(frame, "button").addEventListener("click", () => {
    if (!video.paused) {
      video.pause();
      return;
    }
    // After a failure, a browser does not request the files again automatically.
    if (video.networkState === HTMLMediaElement.NETWORK_NO_SOURCE || video.error !== null) video.load();
    video.play().catch((error: unknown) => {
      // Somebody who pauses before the first picture has arrived ends the request to play.
      if (error instanceof DOMException && error.name === "AbortError") return;
      video.pause();
      showState("failed");
    });
  });
}
