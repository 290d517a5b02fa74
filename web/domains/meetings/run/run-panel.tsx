import type { RunResult } from "@greenroom/contract/code-runs.ts";
import { Play, Square } from "lucide-react";
import { type Ref, useImperativeHandle, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { RunOutput } from "./run-output.tsx";
import { RunStatus } from "./run-status.tsx";
import { isRunnable } from "./run-words.ts";
import { useCodeRunner } from "./use-code-runner.ts";

/** A run of the other one. */
export interface RemoteRun {
  result: RunResult;
  /** Their name. */
  by: string;
}

/** For the editor's own keys: Ctrl or Cmd with Enter runs. */
export interface RunHandle {
  run(): void;
}

interface RunPanelProps {
  /** Of the pad; some languages are only written here. */
  language: string;
  /** The pad's text, read when a run begins. */
  readCode: () => string;
  /** The newest run of the other one; a new object is a new run. */
  remoteRun: RemoteRun | null;
  /** A run in this page is over. */
  onResult: (result: RunResult) => void;
  ref?: Ref<RunHandle> | undefined;
}

/** Runs the pad's code in this page, and shows what came of it on either side. */
export function RunPanel({ language, readCode, remoteRun, onResult, ref }: RunPanelProps) {
  const [seen, setSeen] = useState(remoteRun);
  const [newest, setNewest] = useState<"own" | "remote">("remote");
  if (seen !== remoteRun) {
    setSeen(remoteRun);
    setNewest("remote");
  }
  const [runner, state] = useCodeRunner((result) => {
    setNewest("own");
    onResult(result);
  });
  const isUnderWay = ["loading", "starting", "running"].includes(state.phase);
  const run = () => {
    if (!isRunnable(language)) return;
    setNewest("own");
    void runner.run(language, readCode());
  };
  useImperativeHandle(ref, () => ({ run }));
  const remote = newest === "remote" && !isUnderWay ? remoteRun : null;
  const ended = state.phase === "ended" ? state.result : null;
  const output = state.phase === "running" ? state.output : ((remote?.result ?? ended)?.output ?? "");
  return (
    <section aria-label="Run" className="flex min-h-0 flex-col border-t border-line">
      <div className="flex min-h-14 items-center gap-3 px-4 py-2">
        <RunStatus language={language} state={state} remote={remote} />
        {isUnderWay ? (
          <Button size="sm" look="danger" onClick={() => runner.stop()}>
            <Square aria-hidden="true" className="size-3.5 fill-current" />
            Stop
          </Button>
        ) : (
          isRunnable(language) && (
            <Button size="sm" look="spotlight" aria-keyshortcuts="Control+Enter Meta+Enter" onClick={run}>
              <Play aria-hidden="true" className="size-3.5 fill-current" />
              {state.phase === "unavailable" ? "Try again" : "Run"}
            </Button>
          )
        )}
      </div>
      <RunOutput output={output} />
    </section>
  );
}
