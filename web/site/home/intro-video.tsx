import clsx from "clsx";
import { useRef, useState } from "react";

/**
 * About a minute of the product in use (scripts/media/record-intro.ts). Nothing of it is loaded before it is
 * started.
 */
export function IntroVideo() {
  const video = useRef<HTMLVideoElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [hasPlayed, setHasPlayed] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  function toggle() {
    const element = video.current;
    if (element === null) return;
    if (!element.paused) {
      element.pause();
      return;
    }
    setHasFailed(false);
    // After a failure, a browser does not request the files again automatically.
    if (element.networkState === HTMLMediaElement.NETWORK_NO_SOURCE || element.error !== null) element.load();
    element.play().catch((error: unknown) => {
      // Somebody who pauses before the first picture has arrived ends the request to play.
      if (error instanceof DOMException && error.name === "AbortError") return;
      element.pause();
      setHasFailed(true);
    });
  }

  return (
    <div className="relative mx-3 mb-6 mt-9 overflow-hidden rounded-md border border-dark-line sm:mx-16 sm:mb-12 lg:mx-0 lg:mb-0 lg:mr-7 lg:mt-0 lg:ml-2 lg:self-center">
      <video
        ref={video}
        width={1280}
        height={800}
        loop
        muted
        playsInline
        preload="none"
        poster="/videos/intro.avif"
        aria-label="The product in use: a session is booked, two people meet in the room and run code, feedback is given, and the report and the progress are read"
        onPlay={() => {
          setPlaying(true);
          setHasPlayed(true);
        }}
        onPause={() => setPlaying(false)}
        className="block aspect-[1280/800] h-auto w-full bg-dark-2 object-cover"
      >
        <source src="/videos/intro.webm" type="video/webm" />
        <source src="/videos/intro.mp4" type="video/mp4" />
        <track src="/videos/intro.vtt" kind="captions" srcLang="en" label="English" default />
      </video>
      {/* The whole picture is one button, so that a press before the script runs is not lost
          (startup-script.ts). Without a script the browser shows its own controls, which would load a dozen
          icons for everybody. */}
      <button
        type="button"
        onClick={toggle}
        // Once the film has begun, the captions need the bottom edge.
        className={clsx(
          "group absolute inset-0 flex rounded-md p-3 -outline-offset-4 noscript:hidden",
          hasPlayed ? "items-start" : "items-end",
        )}
      >
        <span
          className={clsx(
            "inline-flex min-h-11 items-center gap-2 rounded-full border border-dark-line bg-dark/90 px-4 text-sm font-semibold text-on-dark transition-opacity group-hover:bg-dark-2",
            // It would hide what the film shows in this corner. A finger cannot point without pressing.
            isPlaying &&
              "[@media(hover:hover)]:opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100",
          )}
        >
          <svg aria-hidden="true" viewBox="0 0 24 24" className="size-4 fill-accent">
            <path d={isPlaying ? "M6 5h4v14H6zM14 5h4v14h-4z" : "M7 4.5v15l13-7.5z"} />
          </svg>
          {isPlaying ? (
            <span className="sr-only">Pause the video</span>
          ) : hasFailed ? (
            "Try again"
          ) : (
            "Play the video"
          )}
        </span>
      </button>
      <p role="status" className="absolute inset-x-3 top-3 m-0 text-sm text-on-dark empty:hidden">
        {hasFailed && <span className="rounded-sm bg-dark/90 px-2 py-1">The video could not be loaded.</span>}
      </p>
    </div>
  );
}
