import { Volume2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import type { LocalMedia } from "../local-media.ts";
import { playTestTone } from "../play-test-tone.ts";
import { useLocalMedia } from "../use-local-media.ts";

/** Two notes, to hear whether the speaker works. */
export function SpeakerTest({ media, className }: { media: LocalMedia; className?: string }) {
  const { speaker } = useLocalMedia(media);
  const [isPlaying, setPlaying] = useState(false);
  const play = async () => {
    setPlaying(true);
    await playTestTone(speaker).finally(() => setPlaying(false));
  };
  return (
    <Button look="quiet" className={className} inactive={isPlaying} onClick={() => void play()}>
      <Volume2 aria-hidden className="size-4" /> {isPlaying ? "Playing…" : "Test speaker"}
    </Button>
  );
}
