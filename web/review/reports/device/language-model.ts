/* The browser's own language model (https://webmachinelearning.github.io/prompt-api/), as far as we use it.
   TypeScript's DOM types lack it. */

export type ModelAvailability = "available" | "downloadable" | "downloading" | "unavailable";

export interface ModelSession {
  /** The number of tokens that fit; infinite where the browser has no limit. */
  readonly contextWindow: number;
  readonly contextUsage: number;
  measureContextUsage(
    input: string,
    options?: { responseConstraint?: object; signal?: AbortSignal },
  ): Promise<number>;
  prompt(input: string, options?: { responseConstraint?: object; signal?: AbortSignal }): Promise<string>;
  clone(options?: { signal?: AbortSignal }): Promise<ModelSession>;
  destroy(): void;
}

interface CoreOptions {
  expectedInputs: { type: "text"; languages: string[] }[];
  expectedOutputs: { type: "text"; languages: string[] }[];
}

interface DownloadMonitor {
  addEventListener(type: "downloadprogress", listener: (event: { loaded: number }) => void): void;
}

export interface LanguageModelClass {
  availability(options: CoreOptions): Promise<ModelAvailability>;
  create(
    options: CoreOptions & {
      initialPrompts: { role: "system"; content: string }[];
      monitor?: (monitor: DownloadMonitor) => void;
      signal?: AbortSignal;
    },
  ): Promise<ModelSession>;
}

/** Reports are written in English. */
export const modelLanguages: CoreOptions = {
  expectedInputs: [{ type: "text", languages: ["en"] }],
  expectedOutputs: [{ type: "text", languages: ["en"] }],
};

/** The browser's language model; null without one, or with an early one that cannot measure what fits. */
export function browserModel(scope: object = globalThis): LanguageModelClass | null {
  const { LanguageModel: found } = scope as { LanguageModel?: LanguageModelClass & { prototype?: object } };
  if (found === undefined || !("availability" in found) || !("create" in found)) return null;
  return "measureContextUsage" in (found.prototype ?? {}) ? found : null;
}
