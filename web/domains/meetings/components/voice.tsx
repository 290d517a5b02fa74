import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";

interface VoiceProps {
  stream: MediaStream | null;
  /** The chosen speaker; null: the browser's own choice. */
  speakerId: string | null;
}

/** The other one's voice. Where the browser wants a touch first, it says so. */
export function Voice({ stream, speakerId }: VoiceProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isHeldBack, setHeldBack] = useState(false);
  const play = () => {
    audio.current?.play().then(
      () => setHeldBack(false),
      (error: unknown) => setHeldBack(error instanceof DOMException && error.name === "NotAllowedError"),
    );
  };
  useEffect(() => {
    const element = audio.current;
    if (!element) return;
    element.srcObject = stream;
    if (stream === null) return;
    element.play().then(
      () => setHeldBack(false),
      (error: unknown) => setHeldBack(error instanceof DOMException && error.name === "NotAllowedError"),
    );
  }, [stream]);
  useEffect(() => {
    if (speakerId === null) return;
    audio.current?.setSinkId(speakerId).catch((error: unknown) => {
      console.warn("The chosen speaker could not be used; the sound stays where it is", error);
    });
  }, [speakerId]);
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a live voice has no captions to offer */}
      <audio ref={audio} />
      {isHeldBack && (
        <p className="bg-spot-tint px-5 py-2 text-center text-sm text-amber">
          Your browser holds the sound back.{" "}
          <Button size="sm" look="spotlight" onClick={play}>
            Turn the sound on
          </Button>
        </p>
      )}
    </>
  );
}
