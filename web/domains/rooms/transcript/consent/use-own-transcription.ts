import type { TranscriptState } from "@greenroom/contract/rooms/transcript.ts";
import { useEffect, useState } from "react";
import { findLanguageState } from "../device-transcriber.ts";
import { localRecognition } from "../speech-recognition.ts";
import { useTranscriptLanguage } from "../transcript-language.ts";

/** How the user's own words are transcribed; `none`: not at all, so they are left out. */
export type OwnTranscription = "service" | "browser" | "page" | "none";

/** Asks the browser whether it knows the chosen language, without downloading it. */
export function useOwnTranscription({ hasService, whisperUrl }: TranscriptState): OwnTranscription {
  const language = useTranscriptLanguage();
  const [canRecognize, setCanRecognize] = useState(() => localRecognition() !== null);
  useEffect(() => {
    const recognition = localRecognition();
    if (hasService || recognition === null) return setCanRecognize(false);
    let isCurrent = true;
    void findLanguageState(recognition, language).then((state) => {
      if (isCurrent) setCanRecognize(state !== "unavailable");
    });
    return () => {
      isCurrent = false;
    };
  }, [hasService, language]);
  if (hasService) return "service";
  if (canRecognize) return "browser";
  return whisperUrl === null ? "none" : "page";
}
