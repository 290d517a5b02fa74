import { Volume2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/actions/button.tsx";
import type { LocalMedia } from "./local-media.ts";
import { playTestTone } from "./play-test-tone.ts";
import { useLocalMedia } from "./use-local-media.ts";

/** A button that plays two notes to test the speaker, and says so when it cannot be used. */
export function SpeakerTest({ media, className }: { media: LocalMedia; className?: string }) {
  const { selectedSpeaker } = useLocalMedia(media);
  const [isPlaying, setPlaying] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const play = async () => {
    setPlaying(true);
    setFailed(false);
    try {
      await playTestTone(selectedSpeaker);
    } catch (error) {
      console.warn("The speaker could not be tested", error);
      setFailed(true);
    } finally {
      setPlaying(false);
    }
  };
  return (
    <>
      <Button variant="quiet" className={className} inactive={isPlaying} onClick={() => void play()}>
        <Volume2 aria-hidden className="size-4" /> {isPlaying ? "Playing…" : "Test speaker"}
      </Button>
      <p role="status" className="col-span-full text-sm empty:absolute">
        {hasFailed && "This speaker could not be used. Choose another one, or check that it is connected."}
      </p>
    </>
  );
}
