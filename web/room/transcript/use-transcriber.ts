import type { Room } from "@greenroom/contract/room/room.ts";
import { useEffect, useLayoutEffect, useState } from "react";
import { startTranscriber } from "./start-transcriber.ts";
import type { TranscriberState } from "./transcriber.ts";
import { useTranscriptLanguage } from "./transcript-language.ts";
import { UtteranceSender } from "./utterance-sender.ts";

/** The transcript is running: both agree, and the interview is in progress. */
export function isTranscriptRunning(room: Room, now: Date): boolean {
  const isOn = new Date(room.startTime) <= now && now < new Date(room.endTime);
  return room.status === "pending" && room.transcript.bothSince !== null && isOn;
}

/** Transcribes the microphone while the transcript runs. Null while nothing is transcribed. */
export function useTranscriber(
  room: Room,
  { isRunning, track }: { isRunning: boolean; track: MediaStreamTrack | null },
): TranscriberState | null {
  const [state, setState] = useState<TranscriberState | null>(null);
  const language = useTranscriptLanguage();
  const { bookingId } = room;
  const { hasService } = room.transcript;
  const [sender] = useState(() => new UtteranceSender(bookingId));
  // Runs before the transcriber below stops, so that utterances after the end of the transcript are dropped.
  useLayoutEffect(() => {
    sender.setOpen(isRunning);
    return () => sender.setOpen(false);
  }, [sender, isRunning]);
  useEffect(() => {
    if (!isRunning || track === null) return;
    const listener = { onUtterance: sender.add.bind(sender), onState: setState };
    const transcriber = startTranscriber({ hasService, track, language, listener });
    return () => {
      transcriber.stop();
      setState(null);
    };
  }, [sender, hasService, isRunning, language, track]);
  return state;
}
