import type { Room } from "@greenroom/contract/room/room.ts";
import { deleteTranscript, setConsent, transcriptLanguages } from "@greenroom/contract/room/transcript.ts";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { confirmDialogPart } from "../../../app/confirm-dialog-part.ts";
import { LazyPart } from "../../../app/lazy-part.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { otherParticipant } from "../../interview/room-booking-ticket.tsx";
import {
  setTranscriptLanguage,
  transcriptLanguageNames,
  useTranscriptLanguage,
} from "../transcript-language.ts";
import { changeTranscriptKey } from "../use-stopped-by-other.ts";
import { type OwnTranscription, useOwnTranscription } from "./use-own-transcription.ts";

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
  const mutationKey = changeTranscriptKey(room.bookingId);
  const change = useMutation({
    mutationKey,
    mutationFn: (agree: boolean) => call(setConsent, { params, body: { agree } }),
  });
  const removal = useMutation({
    mutationKey,
    mutationFn: () => call(deleteTranscript, { params }),
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
      {isAsking && (
        <LazyPart source={confirmDialogPart}>
          {(ConfirmDialog) => (
            <ConfirmDialog
              open
              title="Delete the transcript?"
              message="This stops the transcript and permanently deletes both people's words. Chat and code stay."
              confirmLabel="Delete"
              danger
              pending={removal.isPending}
              onConfirm={() => removal.mutate()}
              onCancel={() => setAsking(false)}
            />
          )}
        </LazyPart>
      )}
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
        {transcriptLanguages.map((name) => (
          <option key={name} value={name}>
            {transcriptLanguageNames[name]}
          </option>
        ))}
      </Select>
    </div>
  );
}

function stateText(room: Room, hasAgreed: boolean, transcription: OwnTranscription): string {
  const { agreed, bothSince } = room.transcript;
  const other = otherFirstName(room);
  if (bothSince !== null) {
    if (transcription === "none")
      return "You have both agreed. Your own words are left out, because this browser cannot transcribe them. Either of you can stop the transcript at any moment.";
    if (transcription === "download")
      return "You have both agreed. Your words are transcribed if your browser can download the language, and are left out otherwise. Either of you can stop the transcript at any moment.";
    return "You have both agreed. Your words are transcribed from the interview’s start to its end. Either of you can stop it at any moment.";
  }
  if (hasAgreed) return `You have agreed. It starts when ${other} agrees, too.`;
  if (agreed.length > 0) return `${other} has agreed to a transcript. It starts only if you agree, too.`;
  return "Off. It starts only if you both agree. You can both read it after the interview, and the report can quote it.";
}

function methodText(room: Room, transcription: OwnTranscription): string {
  const other = otherFirstName(room);
  const otherText = ` Each of you needs a browser that can do this: if ${other}’s browser cannot, ${other}’s words are left out.`;
  switch (transcription) {
    case "service":
      return "Your speech goes in short pieces through our server to the transcription service of this site. We store the words, never the sound.";
    case "browser":
      return `Your browser transcribes your words on this device: no sound leaves it. We store only the words.${otherText}`;
    case "download":
      return `Your browser must download this language to transcribe your words on this device: no sound leaves it. If it cannot, your own words are left out. We store only the words.${otherText}`;
    case "none":
      return `This browser cannot transcribe speech on your device, and we do not use its maker’s cloud. If you agree, your own words are left out.${otherText}`;
  }
}

const otherFirstName = (room: Room) => otherParticipant(room)?.firstName ?? "the other person";
