import { type TranscriptLanguage, transcriptLanguages } from "@greenroom/contract/room/transcript.ts";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

const storageKey = "greenroom.transcript-language";

export const transcriptLanguageNames: Record<TranscriptLanguage, string> = { en: "English", hi: "Hindi" };

const store = createStore(() => ({ language: readStored() }));

function readStored(): TranscriptLanguage {
  // Pages are also rendered at build, where there is no storage.
  const stored = typeof localStorage === "undefined" ? null : localStorage.getItem(storageKey);
  return transcriptLanguages.find((language) => language === stored) ?? "en";
}

export function setTranscriptLanguage(language: string): void {
  localStorage.setItem(storageKey, language);
  store.setState({ language: readStored() });
}

/** The language that this user speaks in interviews: chosen in the lobby, and remembered by the browser. */
export function useTranscriptLanguage(): TranscriptLanguage {
  return useStore(store, ({ language }) => language);
}
