import type { MeasuredSpeech } from "@greenroom/contract/practice/rounds.ts";
import { addSpeech } from "@greenroom/contract/practice/speech.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { DeviceTranscriber } from "../../../room/transcript/device-transcriber.ts";
import { localRecognition } from "../../../room/transcript/speech-recognition.ts";
import type { DeviceTranscriberState } from "../../../room/transcript/transcriber.ts";
import { useTranscriptLanguage } from "../../../room/transcript/transcript-language.ts";
import { SpeechMeter } from "./speech-meter.ts";

type VoiceState = DeviceTranscriberState | "off" | "denied";

interface Voice {
  state: VoiceState;
  /** True if this browser can transcribe speech on the device; there is no other way. */
  canListen: boolean;
  start: () => void;
  /** Stops listening. Returns the measurements of this answer so far. */
  stop: () => MeasuredSpeech | null;
}

/** Transcribes the person's speech on their own device. */
export function useVoice(onText: (text: string) => void): Voice {
  const [state, setState] = useState<VoiceState>("off");
  const language = useTranscriptLanguage();
  const latest = useRef(onText);
  latest.current = onText;
  const listening = useRef<{ meter: SpeechMeter; close: () => void } | null>(null);
  const measured = useRef<MeasuredSpeech | null>(null);
  const stop = useCallback(() => {
    const current = listening.current;
    listening.current = null;
    current?.close();
    setState("off");
    measured.current = addSpeech(measured.current, current?.meter.read(Date.now()) ?? null);
    return measured.current;
  }, []);
  useEffect(() => () => void stop(), [stop]);
  const start = async () => {
    if (listening.current !== null) return;
    const meter = new SpeechMeter(Date.now());
    const opened: { close: () => void } = { close: () => undefined };
    listening.current = { meter, close: () => opened.close() };
    setState("starting");
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => null);
    const release = () => {
      for (const each of stream?.getTracks() ?? []) each.stop();
    };
    // The user stopped it while the browser was asking for the microphone.
    if (listening.current?.meter !== meter) return release();
    const track = stream?.getAudioTracks()[0];
    if (track === undefined) {
      listening.current = null;
      setState("denied");
      return;
    }
    const transcriber = new DeviceTranscriber({
      track,
      language,
      listener: {
        onState: (next) => {
          setState(next);
          if (next !== "unavailable") return;
          // Otherwise the browser would go on showing that the page uses the microphone.
          release();
          listening.current = null;
        },
        onUtterance: ({ startedAt, endedAt, words }) => {
          if (!("text" in words)) return;
          meter.add({ startedAt, endedAt, text: words.text });
          latest.current(words.text);
        },
      },
    });
    opened.close = () => {
      transcriber.stop();
      release();
    };
  };
  return { state, canListen: localRecognition() !== null, start: () => void start(), stop };
}
