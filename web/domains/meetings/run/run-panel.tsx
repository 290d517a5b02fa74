import type { RunResult } from "@greenroom/contract/code-runs.ts";
import clsx from "clsx";
import { Play, Square } from "lucide-react";
import { type ReactNode, type Ref, useImperativeHandle, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { useIsShort } from "../../../ui/use-visible-height.ts";
import { OutputTools, RunOutput } from "./run-output.tsx";
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
  /** What stands in one row with Run. */
  tools: ReactNode;
  /** The editor, between that row and what came of a run. */
  children: ReactNode;
  ref?: Ref<RunHandle> | undefined;
}

/** Runs the pad's code in this page, and shows what came of it on either side. */
export function RunPanel({ language, readCode, remoteRun, onResult, tools, children, ref }: RunPanelProps) {
  const [seen, setSeen] = useState(remoteRun);
  const [newest, setNewest] = useState<"own" | "remote">("remote");
  const isShort = useIsShort();
  const [isShown, setShown] = useState(true);
  const [wasShort, setWasShort] = useState(isShort);
  // The code that is written comes first while the keyboard takes half of a phone.
  if (wasShort !== isShort) {
    setWasShort(isShort);
    setShown(!isShort);
  }
  if (seen !== remoteRun) {
    setSeen(remoteRun);
    setNewest("remote");
    setShown(true);
  }
  const [runner, state] = useCodeRunner((result) => {
    setNewest("own");
    onResult(result);
  });
  const isUnderWay = ["loading", "starting", "running"].includes(state.phase);
  const run = () => {
    if (!isRunnable(language)) return;
    setShown(true);
    setNewest("own");
    void runner.run(language, readCode());
  };
  useImperativeHandle(ref, () => ({ run }));
  const remote = newest === "remote" && !isUnderWay ? remoteRun : null;
  const ended = state.phase === "ended" ? state.result : null;
  const output = state.phase === "running" ? state.output : ((remote?.result ?? ended)?.output ?? "");
  const isIdle = remote === null && state.phase === "idle";
  return (
    <>
      <div className="flex min-h-12 shrink-0 items-center gap-1.5 border-b border-stage-line px-2 py-1 lg:gap-3 lg:px-4">
        {tools}
        <span className="grow" />
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
      {children}
      <section
        aria-label="Run"
        className={clsx(
          "flex max-h-[40%] shrink-0 flex-col border-t border-line",
          // A narrow screen has no line to spare for what Run is there for.
          isIdle && "max-lg:sr-only",
        )}
      >
        <div className="flex min-h-10 shrink-0 items-center gap-2 px-4 py-1 pr-2">
          <RunStatus language={language} state={state} remote={remote} />
          {output !== "" && <OutputTools output={output} isShown={isShown} onShown={setShown} />}
        </div>
        {isShown && <RunOutput output={output} />}
      </section>
    </>
  );
}
