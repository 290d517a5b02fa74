import type { Room } from "@greenroom/contract/room/room.ts";
import { type TranscriptState, transcriptLanguages } from "@greenroom/contract/room/transcript.ts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { call, errorMessage } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialogs.tsx";
import { Options, Select } from "../../ui/fields.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { otherParticipant } from "../interview/interview-details.tsx";
import {
  findLanguage,
  localRecognition,
  setTranscriptLanguage,
  transcriptLanguageNames,
  useTranscriptLanguage,
} from "./device-transcriber.ts";

const messages = {
  failed: "This could not be changed. Please try again.",
  network: "Network error. Nothing has changed yet: press again.",
};

/** Explains the transcript, shows who has agreed to it, and lets the user agree, stop it and delete it. */
export function TranscriptConsent({ room }: { room: Room }) {
  const titleId = useId();
  const [isAsking, setAsking] = useState(false);
  const { agreed, bothSince, hasUtterances } = room.transcript;
  const transcription = useOwnTranscription(room.transcript);
  const own = room.parties.find(({ isYou }) => isYou);
  const hasAgreed = own !== undefined && agreed.includes(own.role);
  const params = { id: room.bookingId };
  const change = useMutation({
    mutationFn: (agree: boolean) =>
      call("PUT /api/rooms/:id/transcript/consent", { params, body: { agree } }),
  });
  const removal = useMutation({
    mutationFn: () => call("DELETE /api/rooms/:id/transcript", { params }),
    onSettled: () => setAsking(false),
  });
  const error = change.error ?? removal.error;
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-3 rounded-md border border-dark-line p-4 text-left"
    >
      <h2 id={titleId} className="text-base font-semibold">
        Transcript
      </h2>
      <p className="text-sm text-on-dark-2">{stateText(room, hasAgreed, transcription)}</p>
      <p className="text-sm text-on-dark-2">{methodText(room, transcription)}</p>
      <div className="flex flex-wrap items-end gap-3">
        {!hasAgreed && <LanguageField />}
        <Button
          variant={hasAgreed ? "quiet" : "primary"}
          size="sm"
          pending={change.isPending}
          onClick={() => change.mutate(!hasAgreed)}
        >
          {hasAgreed
            ? bothSince === null
              ? "Withdraw consent"
              : "Stop the transcript"
            : "Agree to a transcript"}
        </Button>
        {hasUtterances && (
          <Button variant="quiet" size="sm" onClick={() => setAsking(true)}>
            Delete the transcript
          </Button>
        )}
      </div>
      <StatusMessage message={error ? errorMessage(error, messages) : null} tone="bad" />
      <ConfirmDialog
        open={isAsking}
        title="Delete the transcript?"
        message="This stops the transcript and permanently deletes both people's words. Chat and code stay."
        confirmLabel="Delete"
        danger
        pending={removal.isPending}
        onConfirm={() => removal.mutate()}
        onCancel={() => setAsking(false)}
      />
    </section>
  );
}

function LanguageField() {
  const id = useId();
  const language = useTranscriptLanguage();
  return (
    <div className="w-36">
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        I speak
      </label>
      <Select id={id} value={language} onChange={(event) => setTranscriptLanguage(event.target.value)}>
        <Options values={transcriptLanguages} text={(name) => transcriptLanguageNames[name]} />
      </Select>
    </div>
  );
}

function stateText(room: Room, hasAgreed: boolean, transcription: OwnTranscription): string {
  const { agreed, bothSince } = room.transcript;
  const other = otherFirstName(room);
  if (bothSince !== null) {
    if (transcription === "none")
      return "You have both agreed. Your own words are left out, because this browser cannot transcribe them. Either of you can stop at any time.";
    if (transcription === "download")
      return "You have both agreed. Your words are left out if your browser cannot download the language. Either of you can stop at any time.";
    return "You have both agreed. It runs until the interview ends. Either of you can stop at any time.";
  }
  if (hasAgreed) return `You have agreed. It starts when ${other} agrees, too.`;
  if (agreed.length > 0) return `${other} has agreed to a transcript. It starts only if you agree, too.`;
  return "Off. It starts only if you both agree. You can both read it after the interview, and the report can quote it.";
}

function methodText(room: Room, transcription: OwnTranscription): string {
  const other = otherFirstName(room);
  const otherText = ` If ${other}’s browser cannot do this, ${other}’s words are left out.`;
  switch (transcription) {
    case "service":
      return "Your speech goes to this site’s transcription service. We keep the words, never the audio.";
    case "browser":
      return `Speech becomes text on your device. Audio never leaves it.${otherText}`;
    case "download":
      return `Speech becomes text on your device. Audio never leaves it. Your browser downloads the language first.${otherText}`;
    case "none":
      return `This browser cannot turn speech into text on your device, so your own words are left out.${otherText}`;
  }
}

const otherFirstName = (room: Room) => otherParticipant(room)?.firstName ?? "the other person";

/**
 * How the user's own words are transcribed. `download`: by the browser, if it can download the language; `none`: not at
 * all, so they are left out.
 */
export type OwnTranscription = "service" | "browser" | "download" | "none";

/** Asks the browser whether it knows the chosen language, without downloading it. */
export function useOwnTranscription({ hasService }: TranscriptState): OwnTranscription {
  const language = useTranscriptLanguage();
  const [recognized, setRecognized] = useState<"browser" | "download" | null>(() =>
    localRecognition() === null ? null : "browser",
  );
  useEffect(() => {
    const recognition = localRecognition();
    if (hasService || recognition === null) return setRecognized(null);
    let isCurrent = true;
    void findLanguage(recognition, language).then((found) => {
      if (isCurrent) setRecognized(found && (found.isInstalled ? "browser" : "download"));
    });
    return () => {
      isCurrent = false;
    };
  }, [hasService, language]);
  if (hasService) return "service";
  return recognized ?? "none";
}
