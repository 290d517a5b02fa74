import clsx from "clsx";
import { PictureInPicture2 } from "lucide-react";
import { useCallback, useEffect, useRef } from "react";

interface VideoViewProps {
  stream: MediaStream;
  label: string;
  mirrored?: boolean;
  /** A screen is shown whole; a face fills its tile. */
  fitsWhole?: boolean;
  /** It can go on in a small window above everything else, for whoever looks elsewhere. */
  canFloat?: boolean;
}

/** A video without its sound, which plays separately so that it continues when the video moves. */
export function VideoView({
  stream,
  label,
  mirrored = false,
  fitsWhole = false,
  canFloat = false,
}: VideoViewProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  const float = useCallback(() => {
    // Refused before the first picture has arrived.
    video.current?.requestPictureInPicture().catch((error: unknown) => {
      console.warn("The video could not be shown in a small window", error);
    });
  }, []);
  const floats = canFloat && document.pictureInPictureEnabled;
  useEffect(() => {
    if (floats) return floatWhenLeft(float);
  }, [floats, float]);
  return (
    <>
      <video
        ref={video}
        autoPlay
        muted
        playsInline
        aria-label={label}
        className={clsx(
          "absolute inset-0 size-full",
          fitsWhole ? "bg-dark object-contain" : "object-cover",
          mirrored && "-scale-x-100",
        )}
      />
      {floats && (
        <button
          type="button"
          aria-label="Show in a small window"
          title="Show in a small window"
          onClick={float}
          className="absolute top-1/2 left-1 z-10 grid size-8 -translate-y-1/2 place-items-center rounded-full bg-[rgb(6_20_15/0.72)] lg:top-2.5 lg:left-2.5 lg:translate-y-0 [&>svg]:size-4"
        >
          <PictureInPicture2 aria-hidden />
        </button>
      )}
    </>
  );
}

/** In Chrome, also when the person opens another tab. Returns its end. */
function floatWhenLeft(float: () => void): (() => void) | undefined {
  // Not yet in TypeScript's list (W3C Media Session, "enterpictureinpicture").
  const action = "enterpictureinpicture" as MediaSessionAction;
  try {
    navigator.mediaSession.setActionHandler(action, float);
  } catch {
    // A browser that does not know the action throws; the button remains.
    return undefined;
  }
  return () => navigator.mediaSession.setActionHandler(action, null);
}
