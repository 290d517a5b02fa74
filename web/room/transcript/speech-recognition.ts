/* The browser's SpeechRecognition, as far as we use it: the DOM's types lack on-device recognition. */

interface RecognitionResult {
  readonly isFinal: boolean;
  readonly [index: number]: { readonly transcript: string };
}

export interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally: boolean;
  onresult:
    | ((event: {
        resultIndex: number;
        results: { length: number; [index: number]: RecognitionResult };
      }) => void)
    | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(track?: MediaStreamTrack): void;
  abort(): void;
}

interface LocalOptions {
  langs: readonly string[];
  processLocally: true;
}

export interface RecognitionClass {
  new (): Recognition;
  readonly prototype: object;
  available(options: LocalOptions): Promise<"available" | "downloadable" | "downloading" | "unavailable">;
  install(options: LocalOptions): Promise<boolean>;
}

/** The browser's recognition, if it can run on the device; null if it could only use a cloud. */
export function localRecognition(scope: object = globalThis): RecognitionClass | null {
  const { SpeechRecognition: found } = scope as { SpeechRecognition?: RecognitionClass };
  if (found === undefined) return null;
  const isLocal = "processLocally" in found.prototype && "available" in found && "install" in found;
  return isLocal ? found : null;
}
