import { Volume2, VolumeX } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";

interface ReadAloudProps {
  text: string;
  label?: string;
  /** Starts reading when the text is first shown. */
  startsByItself?: boolean;
  /** Called when the person starts or stops the reading. */
  onChange?: (isOn: boolean) => void;
}

/**
 * Reads a text aloud with the browser's own voice, and can be stopped. Not rendered where the browser has no voice.
 */
export function ReadAloud({ text, label = "Read aloud", startsByItself = false, onChange }: ReadAloudProps) {
  const [isSpeaking, setSpeaking] = useState(false);
  const voice = globalThis.speechSynthesis as SpeechSynthesis | undefined;
  const speak = () => {
    if (voice === undefined) return;
    voice.cancel();
    const utterance = new SpeechSynthesisUtterance(speakable(text));
    utterance.lang = "en";
    utterance.onend = () => setSpeaking(false);
    utterance.onerror = () => setSpeaking(false);
    setSpeaking(true);
    voice.speak(utterance);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new text is read automatically
  useEffect(() => {
    if (startsByItself) speak();
    return () => voice?.cancel();
  }, [text]);
  if (voice === undefined) return null;
  const Icon = isSpeaking ? VolumeX : Volume2;
  return (
    <Button
      size="sm"
      variant="ghost"
      flush
      className="justify-self-start"
      onClick={() => {
        onChange?.(!isSpeaking);
        if (!isSpeaking) return speak();
        voice.cancel();
        setSpeaking(false);
      }}
    >
      <Icon aria-hidden="true" className="size-4" />
      {isSpeaking ? "Stop reading" : label}
    </Button>
  );
}

/** Prepares a text of the question bank for reading aloud: removes the signs of its markup. */
export function speakable(text: string): string {
  return text
    .replaceAll(/```[\s\S]*?```/g, " ")
    .replaceAll(/[`*]/g, "")
    .replaceAll("_", " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
