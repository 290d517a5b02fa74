import { useEffect, useRef, useState } from "react";

/** Under a minute of the product at work (scripts/record-intro.ts). Nothing of it is fetched before it is asked for. */
export function IntroVideo() {
  const video = useRef<HTMLVideoElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  // Until our own button works, and where no script runs, the browser's controls stand there.
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);

  async function toggle() {
    const element = video.current;
    if (element === null) return;
    if (element.paused) await element.play();
    else element.pause();
  }

  return (
    <div className="relative mx-3 mb-6 mt-9 overflow-hidden rounded-md border border-stage-line sm:mx-16 sm:mb-12 lg:mx-0 lg:mb-0 lg:mr-7 lg:mt-0 lg:ml-2 lg:self-center">
      <video
        ref={video}
        width={1280}
        height={800}
        loop
        muted
        playsInline
        preload="none"
        controls={!hasScript}
        poster="/videos/intro.webp"
        aria-label="The product at work: a session is booked, two people meet in the room and run code there, feedback is given"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onClick={toggle}
        className="block aspect-[1280/800] h-auto w-full cursor-pointer bg-stage-2 object-cover"
      >
        <source src="/videos/intro.webm" type="video/webm" />
        <source src="/videos/intro.mp4" type="video/mp4" />
        <track src="/videos/intro.vtt" kind="captions" srcLang="en" label="English" default />
      </video>
      {hasScript && (
        <button
          type="button"
          onClick={toggle}
          className="absolute bottom-3 left-3 inline-flex min-h-11 items-center gap-2 rounded-full border border-stage-line bg-stage/90 px-4 text-sm font-semibold text-on-stage hover:bg-stage-2"
        >
          <svg aria-hidden="true" viewBox="0 0 24 24" className="size-4 fill-spot">
            <path d={isPlaying ? "M6 5h4v14H6zM14 5h4v14h-4z" : "M7 4.5v15l13-7.5z"} />
          </svg>
          {isPlaying ? "Pause the video" : "Play the video"}
        </button>
      )}
    </div>
  );
}
