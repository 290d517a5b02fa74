import {
  type DraftedClaim,
  draftedClaimSchema,
  draftedClaims,
  getReport,
  prepareDeviceDraft,
  saveDeviceDraft,
} from "@greenroom/contract/review/reports.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Cpu } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { ApiError, call, errorMessage, NetworkError } from "../../api/client.ts";
import { queryKeyFor } from "../../api/query-client.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/panels.tsx";
import { type Notice, NoticeMessage, withSign } from "../../ui/status.tsx";
import { reportMessages } from "./report-answers.tsx";

const modelName = "Browser model";

/** Offers to draft claims with the browser's own language model. Renders nothing in a browser without one. */
export function DeviceDraftCard({ bookingId }: { bookingId: string }) {
  const [model] = useState(() => browserModel());
  const availability = useQuery({
    queryKey: ["browser-model"],
    queryFn: () => model?.availability(modelLanguages) ?? "unavailable",
    enabled: model !== null,
    // The browser processes the request, not the server.
    networkMode: "always",
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (model === null || availability.data === undefined || availability.data === "unavailable") return null;
  return (
    <DraftOnDevice bookingId={bookingId} model={model} mustDownload={availability.data !== "available"} />
  );
}

interface DraftOnDeviceProps {
  bookingId: string;
  model: LanguageModelClass;
  mustDownload: boolean;
}

function DraftOnDevice({ bookingId, model, mustDownload }: DraftOnDeviceProps) {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<DraftProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const draft = useMutation({
    mutationFn: async () => {
      const controller = new AbortController();
      running.current = controller;
      const request = await call(prepareDeviceDraft, { params: { bookingId } });
      const { signal } = controller;
      const claims = await draftPoints({ request, model, signal, onProgress: setProgress });
      if (claims.length === 0) return null;
      return await call(saveDeviceDraft, { params: { bookingId }, body: { model: modelName, claims } });
    },
    onSuccess: (view) =>
      view === null ? undefined : queryClient.invalidateQueries({ queryKey: queryKeyFor(getReport) }),
    onSettled: () => setProgress(null),
  });
  return (
    <Card className="grid gap-4">
      <div className="flex items-start gap-4">
        <Cpu aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-ink-2" />
        <div>
          <h2 className="font-text text-lg font-semibold tracking-normal">Draft points on this device</h2>
          <p className="mt-1 max-w-prose text-ink-2">
            Your browser can draft points from this record. Nothing leaves your device. We keep only points
            that quote the record.
            {mustDownload && (
              <span> The browser downloads its model first, which can take several gigabytes.</span>
            )}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button pending={draft.isPending} onClick={() => draft.mutate()}>
          Draft points
        </Button>
        {draft.isPending && (
          <Button variant="quiet" onClick={() => running.current?.abort()}>
            Cancel
          </Button>
        )}
        {draft.isPending && <p className="text-sm text-ink-2">{progressText(progress)}</p>}
      </div>
      <NoticeMessage notice={draft.isPending ? null : outcomeOf(draft)} />
    </Card>
  );
}

function progressText(progress: DraftProgress | null): string {
  if (progress === null) return "Starting the model…";
  if (progress.step === "downloading") return `Downloading the model: ${Math.round(100 * progress.share)}%`;
  return progress.parts === 1
    ? "Reading the record. This can take a minute."
    : `Reading part ${progress.part} of ${progress.parts}. Each can take a minute.`;
}

function outcomeOf({ error, data }: { error: Error | null; data: object | null | undefined }): Notice | null {
  if (error instanceof ApiError || error instanceof NetworkError) {
    return { message: withSign("❌", errorMessage(error, reportMessages.deviceDraft)), tone: "bad" };
  }
  if (error?.name === "AbortError") return { message: "Canceled. The report is as it was.", tone: "wait" };
  if (error !== null) {
    return {
      message: "❌ The browser's model could not be used right now. The report is as it was.",
      tone: "bad",
    };
  }
  if (data !== null) return null;
  return { message: "The model found no point to make. The report is as it was.", tone: "wait" };
}

type DraftRequest = z.output<typeof prepareDeviceDraft.output>;

export type DraftProgress =
  | { step: "downloading"; share: number }
  | { step: "reading"; part: number; parts: number };

interface DraftOptions {
  request: DraftRequest;
  model: LanguageModelClass;
  signal: AbortSignal;
  onProgress: (progress: DraftProgress) => void;
}

/** Tokens that are reserved for the answer in the model's context. */
const answerTokens = 1_200;
/** The most requests for one report: each takes a small model up to a minute. */
const maxParts = 12;

/**
 * Has the model draft claims on each part of the record that fits its context, and returns all of them. Rejects
 * with the browser's `DOMException` when the model cannot be used, and with an `AbortError` once the signal is
 * aborted. Ignores an answer that is not JSON of our schema.
 */
export async function draftPoints({
  request,
  model,
  signal,
  onProgress,
}: DraftOptions): Promise<DraftedClaim[]> {
  const session = await model.create({
    ...modelLanguages,
    initialPrompts: [{ role: "system", content: request.instructions }],
    monitor: (monitor) =>
      monitor.addEventListener("downloadprogress", ({ loaded }) =>
        onProgress({ step: "downloading", share: loaded }),
      ),
    signal,
  });
  try {
    const parts = await splitToFit(session, request, signal);
    const claims: DraftedClaim[] = [];
    for (const [index, prompt] of parts.entries()) {
      onProgress({ step: "reading", part: index + 1, parts: parts.length });
      claims.push(...(await ask(session, prompt, request.schema, signal)));
    }
    return claims.slice(0, draftedClaims);
  } finally {
    session.destroy();
  }
}

/** Uses a fresh copy of the session for each part, so that earlier parts do not fill the context. */
async function ask(
  session: ModelSession,
  prompt: string,
  responseConstraint: object,
  signal: AbortSignal,
): Promise<DraftedClaim[]> {
  const copy = await session.clone({ signal });
  try {
    return readClaims(await copy.prompt(prompt, { responseConstraint, signal }));
  } finally {
    copy.destroy();
  }
}

function promptOf({ opening }: DraftRequest, lines: readonly string[]): string {
  return `${opening}\n\n<record>\n${lines.join("\n")}\n</record>`;
}

/** The fewest equal parts of the record that each fit; leaves out a line that never fits. */
async function splitToFit(
  session: ModelSession,
  request: DraftRequest,
  signal: AbortSignal,
): Promise<string[]> {
  const room = session.contextWindow - session.contextUsage - answerTokens;
  const fits = async (lines: readonly string[]) =>
    (await session.measureContextUsage(promptOf(request, lines), {
      responseConstraint: request.schema,
      signal,
    })) <= room;
  const waiting: (readonly string[])[] = request.lines.length === 0 ? [] : [request.lines];
  const parts: string[] = [];
  for (let lines = waiting.shift(); lines !== undefined && parts.length < maxParts; lines = waiting.shift()) {
    if (await fits(lines)) parts.push(promptOf(request, lines));
    else if (lines.length > 1) {
      const middle = Math.ceil(lines.length / 2);
      waiting.unshift(lines.slice(0, middle), lines.slice(middle));
    }
  }
  return parts;
}

function readClaims(answer: string): DraftedClaim[] {
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch {
    return [];
  }
  const { claims } = (value ?? {}) as { claims?: unknown };
  if (!Array.isArray(claims)) return [];
  return claims.flatMap((claim: unknown) => draftedClaimSchema.safeParse(claim).data ?? []);
}

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
