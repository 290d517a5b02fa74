import type { MeasuredSpeech } from "@greenroom/contract/practice/rounds.ts";
import { answerCharacters } from "@greenroom/contract/room/questions.ts";
import { Mic, Square } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import { TextArea } from "../../../ui/fields/text-area.tsx";
import { useOneAtATime } from "../../../ui/hooks/use-one-at-a-time.ts";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { useVoice } from "../speech/use-voice.ts";
import { useStoredText } from "./use-stored-text.ts";

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
