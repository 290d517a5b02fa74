import clsx from "clsx";
import { useEffect, useRef } from "react";

interface VideoViewProps {
  stream: MediaStream;
  label: string;
  /** One's own video, mirrored. */
  mirrored?: boolean;
  /** A screen is shown whole; a face fills its tile. */
  fitsWhole?: boolean;
}

/** A video without its sound, which plays separately so that it continues when the video moves. */
export function VideoView({ stream, label, mirrored = false, fitsWhole = false }: VideoViewProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
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
  );
}
