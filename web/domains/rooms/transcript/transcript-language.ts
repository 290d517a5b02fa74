import { type TranscriptLanguage, transcriptLanguages } from "@greenroom/contract/rooms/transcript.ts";
import { useSyncExternalStore } from "react";

const storageKey = "greenroom.transcript-language";
const listeners = new Set<() => void>();

export const transcriptLanguageNames: Record<TranscriptLanguage, string> = { en: "English", hi: "Hindi" };

function read(): TranscriptLanguage {
  const stored = localStorage.getItem(storageKey);
  return transcriptLanguages.find((language) => language === stored) ?? "en";
}

export function setTranscriptLanguage(language: string): void {
  localStorage.setItem(storageKey, language);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The language that this user speaks in interviews: chosen in the lobby, and remembered by the browser. */
export function useTranscriptLanguage(): TranscriptLanguage {
  return useSyncExternalStore(subscribe, read, () => "en");
}
