import clsx from "clsx";
import { useEffect, useRef } from "react";

interface VideoViewProps {
  stream: MediaStream;
  label: string;
  /** One's own picture, as in a mirror. */
  mirrored?: boolean;
  /** A screen is shown whole; a face fills its tile. */
  whole?: boolean;
}

/** A moving picture without its sound, which plays apart so that it goes on when the picture moves. */
export function VideoView({ stream, label, mirrored = false, whole = false }: VideoViewProps) {
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
        whole ? "bg-stage object-contain" : "object-cover",
        mirrored && "-scale-x-100",
      )}
    />
  );
}
