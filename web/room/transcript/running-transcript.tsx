import type { Room } from "@greenroom/contract/room/room.ts";
import {
  type TranscriptLanguage,
  type TranscriptState,
  utteranceDelaySeconds,
} from "@greenroom/contract/room/transcript.ts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useState } from "react";
import { ApiError, call, errorMessage } from "../../api/client.ts";
import { upload } from "../../api/files.ts";
import { StatusDot } from "../../ui/status.tsx";
import {
  DeviceTranscriber,
  type SpokenUtterance,
  type Transcriber,
  type TranscriberListener,
  type TranscriberState,
  useTranscriptLanguage,
} from "./device-transcriber.ts";
import { ServiceTranscriber } from "./service-transcriber.ts";

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

interface TranscriberInput extends Pick<TranscriptState, "hasService"> {
  track: MediaStreamTrack;
  language: TranscriptLanguage;
  listener: TranscriberListener;
}

/** Transcribes with the operator's service if one is set, else with the browser's recognition on the device. */
export function startTranscriber({ hasService, ...input }: TranscriberInput): Transcriber {
  return hasService ? new ServiceTranscriber(input) : new DeviceTranscriber(input);
}

const retryMilliseconds = 3_000;
/** Older utterances are dropped, because the server would refuse them. */
const maxAgeSeconds = utteranceDelaySeconds - 30;

/**
 * Sends utterances to the server one after the other, because it accepts those of one person only in order.
 */
export class UtteranceSender {
  readonly #bookingId: string;
  readonly #waiting: SpokenUtterance[] = [];
  #isSending = false;
  #isOpen = false;

  constructor(bookingId: string) {
    this.#bookingId = bookingId;
  }

  add(utterance: SpokenUtterance): void {
    if (!this.#isOpen) return;
    this.#waiting.push(utterance);
    if (!this.#isSending) void this.#sendAll();
  }

  /** While the transcript does not run, nothing is sent, and waiting utterances are dropped. */
  setOpen(isOpen: boolean): void {
    this.#isOpen = isOpen;
    if (!isOpen) this.#waiting.length = 0;
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const isSettled = secondsSince(next.startedAt) > maxAgeSeconds || (await this.#trySend(next));
      // If it was closed meanwhile, the list is empty or contains others.
      if (isSettled && this.#waiting[0] === next) this.#waiting.shift();
      else if (!isSettled) await new Promise((resolve) => setTimeout(resolve, retryMilliseconds));
    }
    this.#isSending = false;
  }

  /** False when it must be sent again. */
  async #trySend(utterance: SpokenUtterance): Promise<boolean> {
    try {
      await this.#send(utterance);
      return true;
    } catch (error) {
      const mayPass = !(error instanceof ApiError) || error.status === 429 || error.status >= 500;
      console.warn("An utterance could not be sent", error);
      return !mayPass;
    }
  }

  async #send({ id, language, startedAt, endedAt, words }: SpokenUtterance): Promise<void> {
    const params = { id: this.#bookingId };
    const startedSecondsAgo = secondsSince(startedAt);
    if ("text" in words) {
      const durationSeconds = Math.max(0, endedAt - startedAt) / 1000;
      const body = { id, text: words.text, language, startedSecondsAgo, durationSeconds };
      await call("POST /api/rooms/:id/utterances", { params, body });
    } else {
      const file = new File([words.wav], "utterance.wav", { type: "audio/wav" });
      const query = { id, language, startedSecondsAgo: startedSecondsAgo.toFixed(3) };
      await upload("POST /api/rooms/:id/utterance-audio", { params, query, field: "audio", file });
    }
  }
}

function secondsSince(instant: number): number {
  return Math.max(0, Date.now() - instant) / 1000;
}

interface TranscriptSignProps {
  bookingId: string;
  /** Null while nothing is transcribed. */
  state: TranscriberState | null;
  isMicrophoneOn: boolean;
}

const messages = {
  failed: "It could not be stopped. Please try again.",
  network: "Network error: it is not stopped yet. Press again.",
};

/** Shown in the room while the transcript runs, with a button that stops it for both. */
export function TranscriptSign({ bookingId, state, isMicrophoneOn }: TranscriptSignProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call("PUT /api/rooms/:id/transcript/consent", { params: { id: bookingId }, body: { agree: false } }),
  });
  return (
    <div className="flex items-center gap-2.5 border-b border-dark-line bg-dark-2 px-4 py-0.5 text-sm text-on-dark lg:justify-center">
      <StatusDot status="live" />
      <p role="status" className="min-w-0 max-lg:grow">
        <span className="font-semibold">Transcript on.</span>{" "}
        {error ? errorMessage(error, messages) : ownWordsText(state, isMicrophoneOn)}
      </p>
      <button
        type="button"
        onClick={() => mutate()}
        aria-disabled={isPending}
        aria-label="Stop the transcript"
        className="min-h-8 shrink-0 rounded-full px-2 font-semibold underline underline-offset-2"
      >
        Stop
      </button>
    </div>
  );
}

function ownWordsText(state: TranscriberState | null, isMicrophoneOn: boolean): string {
  if (!isMicrophoneOn) return "Your microphone is off.";
  if (state === "installing") return "Your browser is downloading its language pack.";
  if (state === "unavailable") return "This browser cannot transcribe your words.";
  return state === "listening" ? "Your words are being transcribed." : "Getting ready to transcribe.";
}
