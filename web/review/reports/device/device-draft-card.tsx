import { prepareDeviceDraft, saveDeviceDraft } from "@greenroom/contract/review/reports/device-draft.ts";
import { getReport } from "@greenroom/contract/review/reports/reports.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Cpu } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { call } from "../../../api/client.ts";
import { ApiError, errorMessage, NetworkError } from "../../../api/errors.ts";
import { queryKeyFor } from "../../../api/query-client.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { type Notice, NoticeMessage } from "../../../ui/status/status-message.tsx";
import { withSign } from "../../../ui/status/with-sign.ts";
import { reportMessages } from "../messages.ts";
import { type DraftProgress, draftPoints } from "./draft-points.ts";
import { browserModel, type LanguageModelClass, modelLanguages } from "./language-model.ts";

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
            Your browser has a language model of its own. It can draft points of feedback from this record
            without sending it anywhere. We keep only points whose quotes appear in the record, and they name
            their source.
            {mustDownload && " The browser downloads its model first, which can take several gigabytes."}
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
