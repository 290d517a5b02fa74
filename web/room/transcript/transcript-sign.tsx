import { setConsent } from "@greenroom/contract/room/transcript.ts";
import { useMutation } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { errorMessage } from "../../api/errors.ts";
import { StatusDot } from "../../ui/status/status-light.tsx";
import type { TranscriberState } from "./transcriber.ts";
import { changeTranscriptKey } from "./use-stopped-by-other.ts";

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
    mutationKey: changeTranscriptKey(bookingId),
    mutationFn: () => call(setConsent, { params: { id: bookingId }, body: { agree: false } }),
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
  if (typeof state === "object" && state !== null)
    return `Your browser is downloading the speech model: ${state.downloadedPercent}%.`;
  if (state === "behind") return "This device is slow: some of your words are missing.";
  if (state === "failed")
    return "The speech model could not be loaded, so your words are missing. Turn the microphone off and on to try again.";
  if (state === "unavailable") return "This browser cannot transcribe your words.";
  return state === "listening" ? "Your words are being transcribed." : "Getting ready to transcribe.";
}
