import { useRef, useState } from "react";

/** Under a minute of the product at work (scripts/record-intro.ts). Nothing of it is fetched before it is asked for. */
export function IntroVideo() {
  const video = useRef<HTMLVideoElement>(null);
  const [isPlaying, setPlaying] = useState(false);

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
        poster="/videos/intro.avif"
        aria-label="The product at work: a session is booked, two people meet in the room and run code there, feedback is given"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        className="block aspect-[1280/800] h-auto w-full bg-stage-2 object-cover"
      >
        <source src="/videos/intro.webm" type="video/webm" />
        <source src="/videos/intro.mp4" type="video/mp4" />
        <track src="/videos/intro.vtt" kind="captions" srcLang="en" label="English" default />
      </video>
      {/* All of the picture is one button, so that a press on it before the script runs is not lost (before-scripts.ts).
          Where no script runs the browser draws controls of its own, which would cost everybody a dozen pictures. */}
      <button
        type="button"
        onClick={toggle}
        className="group absolute inset-0 flex items-end rounded-md p-3 -outline-offset-4 noscript:hidden"
      >
        <span className="inline-flex min-h-11 items-center gap-2 rounded-full border border-stage-line bg-stage/90 px-4 text-sm font-semibold text-on-stage group-hover:bg-stage-2">
          <svg aria-hidden="true" viewBox="0 0 24 24" className="size-4 fill-spot">
            <path d={isPlaying ? "M6 5h4v14H6zM14 5h4v14h-4z" : "M7 4.5v15l13-7.5z"} />
          </svg>
          {/* While it plays only the sign stands there, for the captions have the line. */}
          {isPlaying ? <span className="sr-only">Pause the video</span> : "Play the video"}
        </span>
      </button>
    </div>
  );
}
