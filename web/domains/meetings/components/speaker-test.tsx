import { Volume2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { playTestTone } from "../play-test-tone.ts";

/** Two notes, to hear whether the speaker works. */
export function SpeakerTest() {
  const [isPlaying, setPlaying] = useState(false);
  const play = async () => {
    setPlaying(true);
    await playTestTone().finally(() => setPlaying(false));
  };
  return (
    <Button look="quiet" className="max-sm:col-span-2" inactive={isPlaying} onClick={() => void play()}>
      <Volume2 aria-hidden className="size-4" /> {isPlaying ? "Playing…" : "Test speaker"}
    </Button>
  );
}
