import { Slideshow } from "./slideshow.tsx";
import { Steps } from "./steps.tsx";

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
