import {
  addSpeech,
  type FollowUpSource,
  type MeasuredSpeech,
  type PracticeAnswer,
} from "@greenroom/contract/practice/rounds.ts";
import { answerCharacters } from "@greenroom/contract/room/questions.ts";
import { useQuery } from "@tanstack/react-query";
import { Mic, Square } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from "react";
import { call } from "../../api/client.ts";
import { formatInline } from "../../room/questions/question-text.tsx";
import {
  DeviceTranscriber,
  localRecognition,
  type TranscriberState,
  useTranscriptLanguage,
} from "../../room/transcript/device-transcriber.ts";
import { Button } from "../../ui/button.tsx";
import { Field, TextArea } from "../../ui/fields.tsx";
import { useOneAtATime } from "../../ui/hooks.ts";
import { StatusMessage } from "../../ui/status.tsx";
import { keptTextName, useStoredText } from "./stored-text.tsx";

interface DefendStageProps {
  answer: PracticeAnswer;
  isPending: boolean;
  /** The round takes no more answers. */
  isClosed?: boolean;
  error: string | null;
  onChange: (answer: PracticeAnswer) => void;
  onSubmit: (said: { text: string; speech: MeasuredSpeech | null }) => Promise<unknown>;
}

const sourceNotes: Record<FollowUpSource, string | null> = {
  bank: null,
  pending: "From the question bank, because the language model could not be reached.",
  model: "A language model wrote this follow-up for your answer.",
  fallback: "From the question bank, because the language model gave no usable follow-up.",
  limit: "From the question bank, because today's limit for the language model is reached.",
  off: "From the question bank, because the language model is switched off for now.",
};

/** The open follow-up. A language model may write it; until it is done, there is nothing to answer. */
export function DefendStage({
  answer,
  isPending,
  isClosed = false,
  error,
  onChange,
  onSubmit,
}: DefendStageProps) {
  const { followUps } = answer;
  const index = followUps.findIndex((followUp) => followUp.answer === null);
  const followUp = followUps[index];
  const isWriting = useWrittenFollowUp(answer, onChange);
  if (followUp === undefined) return null;
  if (isWriting) {
    return (
      <section aria-label="Follow-up" aria-busy="true" className="grid min-h-44 content-start gap-2">
        <h2 className="font-text text-sm font-semibold">Defend</h2>
        <p role="status" className="text-sm text-ink-2">
          The language model is writing a follow-up…
        </p>
      </section>
    );
  }
  const note = sourceNotes[followUp.source];
  return (
    <div className="grid gap-2">
      <AnswerBox
        key={`defend ${index}`}
        name={keptTextName(answer) ?? ""}
        label={<>Defend: {formatInline(followUp.ask)}</>}
        submitLabel="Send answer"
        canSkip
        isPending={isPending}
        isClosed={isClosed}
        error={error}
        onSubmit={onSubmit}
      />
      {note !== null && <p className="text-sm text-ink-2">{note}</p>}
    </div>
  );
}

/**
 * Has the language model write the open follow-up of an answer, if it is pending, and returns whether it is writing. If
 * that fails, the bank's follow-up, which the answer already has, counts.
 */
function useWrittenFollowUp({ id, followUps }: PracticeAnswer, onChange: (answer: PracticeAnswer) => void) {
  const index = followUps.findIndex(({ answer }) => answer === null);
  const isPending = followUps[index]?.source === "pending";
  const { data, isError } = useQuery({
    queryKey: ["written follow-up", id, index],
    queryFn: ({ signal }) =>
      call("POST /api/practice/answers/:id/follow-ups/:index/write", { params: { id, index }, signal }),
    enabled: isPending,
    // The connection can break after the server has stored the model's question: the second call returns it.
    retry: 1,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new answer counts
  useEffect(() => {
    if (data !== undefined && isPending) onChange(data);
  }, [data]);
  return isPending && !isError;
}

interface AnswerBoxProps {
  /** The key under which the browser stores the draft. */
  name: string;
  label: ReactNode;
  submitLabel: string;
  /** A blank answer skips the follow-up. */
  canSkip?: boolean;
  isPending: boolean;
  /** The round takes no more answers, but the text can be copied. */
  isClosed?: boolean;
  error: string | null;
  /** Rejects when sending failed; then the text stays. */
  onSubmit: (answer: { text: string; speech: MeasuredSpeech | null }) => Promise<unknown>;
}

const voiceNotes = {
  off: null,
  starting: "Starting…",
  installing: "Your browser is loading its speech recognition…",
  listening: "Listening. Your words stay on this device until you send them as text.",
  unavailable: "Speech recognition does not work in this browser. Please type your answer.",
  denied: "The microphone is blocked. Allow it in your browser, or type your answer.",
};

/** A field for typing an answer or, where the browser can transcribe speech on the device, speaking it. */
export function AnswerBox({
  name,
  label,
  submitLabel,
  canSkip = false,
  isPending,
  isClosed = false,
  error,
  onSubmit,
}: AnswerBoxProps) {
  const { text, setText, forget } = useStoredText(name);
  const voiceId = useId();
  const voice = useVoice((words) => setText((current) => `${current}${current === "" ? "" : " "}${words}`));
  const isListening = !["off", "unavailable", "denied"].includes(voice.state);
  const oneAtATime = useOneAtATime();
  const isBlank = text.trim() === "";
  const tooMany = text.length - answerCharacters;
  const cannotSend = isClosed || (isBlank && !canSkip) || tooMany > 0;
  const submit = () =>
    oneAtATime(async () => {
      if (isPending || cannotSend) return;
      const sent = await onSubmit({ text, speech: voice.stop() }).then(
        () => true,
        () => false,
      );
      if (sent) forget();
    });
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field label={label} error={tooMany > 0 ? tooLongText(tooMany) : undefined}>
        {(control) => (
          <TextArea
            {...control}
            rows={5}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
                event.preventDefault();
                void submit();
              }
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          variant={isBlank && canSkip ? "quiet" : "primary"}
          pending={isPending}
          pendingLabel="Sending…"
          inactive={cannotSend}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          {isBlank && canSkip ? "Skip" : submitLabel}
        </Button>
        {voice.canListen && (
          <Button
            variant="quiet"
            aria-describedby={voiceId}
            onClick={() => (isListening ? void voice.stop() : voice.start())}
          >
            {isListening ? (
              <Square aria-hidden="true" className="size-4 fill-current" />
            ) : (
              <Mic aria-hidden="true" className="size-4" />
            )}
            {isListening ? "Stop listening" : "Answer by voice"}
          </Button>
        )}
        <span id={voiceId} role="status" className="text-sm text-ink-2">
          {voiceNotes[voice.state]}
        </span>
      </div>
      <StatusMessage message={error} tone="bad" />
    </form>
  );
}

/** A text that is too long stays in the field, because a part that is cut off silently would be lost. */
function tooLongText(tooMany: number): string {
  const [most, over] = [answerCharacters, tooMany].map((count) => count.toLocaleString("en"));
  return `An answer can be at most ${most} characters long. This one is ${over} too long.`;
}

type VoiceState = TranscriberState | "off" | "denied";

/** Transcribes the person's speech on their own device, where the browser can; there is no other way. */
export function useVoice(onText: (text: string) => void) {
  const [state, setState] = useState<VoiceState>("off");
  const language = useTranscriptLanguage();
  const latest = useRef(onText);
  latest.current = onText;
  const listening = useRef<{ meter: SpeechMeter; close: () => void } | null>(null);
  const measured = useRef<MeasuredSpeech | null>(null);
  /** Returns the measurements of this answer so far. */
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

/** Measures the speech of a spoken answer. Times are milliseconds on the page's clock. */
export class SpeechMeter {
  readonly #listeningSince: number;
  #lastWordAt: number;
  #words = 0;
  #spoken = 0;
  #longestSilence = 0;

  constructor(listeningSince: number) {
    this.#listeningSince = listeningSince;
    this.#lastWordAt = listeningSince;
  }

  add({ startedAt, endedAt, text }: { startedAt: number; endedAt: number; text: string }): void {
    const from = Math.max(startedAt, this.#lastWordAt);
    this.#longestSilence = Math.max(this.#longestSilence, from - this.#lastWordAt);
    this.#spoken += Math.max(0, endedAt - from);
    this.#words += text.split(/\s+/).filter(Boolean).length;
    this.#lastWordAt = Math.max(this.#lastWordAt, endedAt);
  }

  /** The measurements up to now; null without any speech. */
  read(now: number): MeasuredSpeech | null {
    if (this.#words === 0) return null;
    const silence = Math.max(this.#longestSilence, now - this.#lastWordAt);
    const total = now - this.#listeningSince;
    return {
      words: this.#words,
      spokenSeconds: toSeconds(Math.min(this.#spoken, total)),
      longestSilenceSeconds: toSeconds(Math.min(silence, total)),
    };
  }
}

function toSeconds(milliseconds: number): number {
  return Math.min(7_200, Math.max(0, Math.round(milliseconds / 100) / 10));
}
