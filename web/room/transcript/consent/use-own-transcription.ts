import type { TranscriptState } from "@greenroom/contract/room/transcript.ts";
import { useEffect, useState } from "react";
import { findLanguageState } from "../device-transcriber.ts";
import { localRecognition } from "../speech-recognition.ts";
import { useTranscriptLanguage } from "../transcript-language.ts";

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
    void findLanguageState(recognition, language).then((state) => {
      if (!isCurrent) return;
      if (state === "unavailable") setRecognized(null);
      else setRecognized(state === "available" ? "browser" : "download");
    });
    return () => {
      isCurrent = false;
    };
  }, [hasService, language]);
  if (hasService) return "service";
  return recognized ?? "none";
}
