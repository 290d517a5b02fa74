import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/actions/button.tsx";

interface RemoteAudioProps {
  stream: MediaStream | null;
  /** The chosen speaker; null: the browser's default. */
  speakerId: string | null;
}

/** Plays the other participant's sound. If the browser requires a click first, it shows a button. */
export function RemoteAudio({ stream, speakerId }: RemoteAudioProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isBlocked, setBlocked] = useState(false);
  const play = () => {
    audio.current?.play().then(
      () => setBlocked(false),
      (error: unknown) => setBlocked(error instanceof DOMException && error.name === "NotAllowedError"),
    );
  };
  useEffect(() => {
    const element = audio.current;
    if (!element) return;
    element.srcObject = stream;
    if (stream === null) return;
    element.play().then(
      () => setBlocked(false),
      (error: unknown) => setBlocked(error instanceof DOMException && error.name === "NotAllowedError"),
    );
  }, [stream]);
  useEffect(() => {
    if (speakerId === null) return;
    audio.current?.setSinkId(speakerId).catch((error: unknown) => {
      console.warn("The chosen speaker could not be used; the previous one stays in use", error);
    });
  }, [speakerId]);
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a live voice has no captions */}
      <audio ref={audio} />
      {isBlocked && (
        <p className="bg-accent-tint px-5 py-2 text-center text-sm text-amber">
          Your browser has blocked the sound.{" "}
          <Button size="sm" variant="accent" onClick={play}>
            Turn on sound
          </Button>
        </p>
      )}
    </>
  );
}
