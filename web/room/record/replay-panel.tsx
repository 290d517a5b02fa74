import type { RoomRecord } from "@greenroom/contract/room/room-record.ts";
import clsx from "clsx";
import { Check, CircleAlert, CircleCheck, Copy, Link2, type LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { useCopyToClipboard } from "../../ui/hooks.ts";
import { padLanguageNames, RunFigures, runOutcomeText } from "../code-runs/run-text.tsx";
import { formatElapsed, participantName } from "./record-text.tsx";
import { changedLines, codeVersions, indexAt, type Replay, stepFrom, textOf } from "./replay.ts";
import { ReplayControls, ReplayLanes } from "./replay-controls.tsx";

interface ReplayPanelProps {
  record: RoomRecord;
  replay: Replay;
  span: { from: number; to: number };
  /** The URL of the moment at which the replay is. */
  link: string;
  /** Within another page: less code at once, and the controls stay in sight. */
  isCompact?: boolean;
  /** Beside or over that page on a wide screen: not taller than the window, and nothing is behind the controls. */
  isBeside?: boolean;
  /** Above the code, or below the run if `isCodeFirst`. */
  children?: ReactNode;
  isCodeFirst?: boolean;
}

/** The replay: the code at one moment, the run before it, and the controls. */
export function ReplayPanel({
  record,
  replay,
  span,
  link,
  isCompact = false,
  isBeside = false,
  children,
  isCodeFirst = false,
}: ReplayPanelProps) {
  const versions = useMemo(() => codeVersions(record), [record]);
  const runs = useMemo(
    () => record.items.flatMap((item) => (item.kind === "run" ? { ...item, seconds: item.atSeconds } : [])),
    [record],
  );
  const index = indexAt(versions, replay.seconds);
  const text = useMemo(() => textOf(versions, index), [versions, index]);
  const version = versions[index];
  const runIndex = indexAt(runs, replay.seconds);
  const run = runs[runIndex];
  const code = useCopyToClipboard(text);
  const address = useCopyToClipboard(link);
  return (
    <section
      aria-labelledby="replay-title"
      data-theme="dark"
      className={clsx(
        "rounded-lg border border-dark-line bg-dark text-on-dark",
        // Beside the list it is never taller than the window: the code shrinks, and then the panel scrolls.
        isCompact
          ? isBeside
            ? "flex max-h-[max(30rem,calc(100dvh-6rem))] flex-col overflow-y-auto"
            : "overflow-clip"
          : "overflow-clip xl:flex xl:max-h-[calc(100dvh-6rem)] xl:flex-col xl:overflow-y-auto",
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-4 sm:px-5">
        <h2 id="replay-title" className="text-xl">
          {isCompact ? (
            <span>
              The record at <span className="tabular">{formatElapsed(Math.floor(replay.seconds))}</span>
            </span>
          ) : (
            "The record"
          )}
        </h2>
        <CopyButton of={address} Icon={Link2} label="Copy link to this moment" copiedLabel="Link copied" />
      </div>
      <div className="px-4 pt-2 pb-3 sm:px-5">
        <ReplayLanes record={record} span={span} />
      </div>
      {!isCodeFirst && children}
      {versions.length > 0 && (
        <div
          className={clsx(
            "border-t border-dark-line",
            !isCompact && "xl:flex xl:min-h-40 xl:flex-col",
            isBeside && "shrink-0",
          )}
        >
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 text-sm sm:px-5">
            <p className="font-semibold">
              Code at <span className="tabular">{formatElapsed(Math.floor(replay.seconds))}</span>
              {version && version.editedBy.length > 0 && (
                <span className="font-normal text-on-dark-2">
                  , edited by {version.editedBy.map((id) => nameInSentence(record.people, id)).join(" and ")}
                </span>
              )}
            </p>
            <p className="flex items-center gap-3 text-on-dark-2">
              {version
                ? `${padLanguageNames[version.language]}, version ${index + 1} of ${versions.length}`
                : `0 of ${versions.length} versions`}
              <CopyButton of={code} Icon={Copy} label="Copy code" copiedLabel="Copied" />
            </p>
          </div>
          <CodeFrame
            text={text}
            changed={version ? changedLines(text, version.change) : null}
            className={isCompact ? "h-40" : "h-80 lg:h-96 xl:min-h-0 xl:shrink"}
          />
        </div>
      )}
      <p role="status" className="px-5 py-2 text-sm text-on-dark-2 empty:hidden">
        {(code.copied === false || address.copied === false) &&
          "Your browser did not allow copying. Select what you need and copy it by hand."}
      </p>
      {run && (
        <div className={clsx("border-t border-dark-line px-4 py-3 text-sm sm:px-5", isBeside && "shrink-0")}>
          <p className="flex items-center gap-2 font-semibold">
            {run.outcome === "finished" ? (
              <CircleCheck aria-hidden="true" className="size-4 text-green" />
            ) : (
              <CircleAlert aria-hidden="true" className="size-4 text-red" />
            )}
            <span>
              Run {runIndex + 1} at <span className="tabular">{formatElapsed(run.atSeconds)}</span>{" "}
              {runOutcomeText(run)}
            </span>
          </p>
          {run.output !== "" && (
            <pre className="mt-1.5 max-h-24 overflow-auto whitespace-pre-wrap break-words font-mono text-on-dark-2">
              {run.output}
            </pre>
          )}
          <RunFigures figures={run.figures ?? []} />
        </div>
      )}
      {isCodeFirst && children}
      <ReplayControls
        isCompact={isCompact}
        isBeside={isBeside}
        replay={replay}
        span={span}
        previous={stepFrom(versions, replay.seconds, "previous")}
        next={stepFrom(versions, replay.seconds, "next")}
      />
    </section>
  );
}

interface CopyButtonProps {
  of: ReturnType<typeof useCopyToClipboard>;
  Icon: LucideIcon;
  label: string;
  copiedLabel: string;
}

function CopyButton({ of: { copied, copy }, Icon, label, copiedLabel }: CopyButtonProps) {
  const Shown = copied ? Check : Icon;
  return (
    <Button variant="ghost" size="sm" onClick={copy}>
      <Shown aria-hidden="true" className="size-4" />
      {copied ? copiedLabel : label}
    </Button>
  );
}

function nameInSentence(people: RoomRecord["people"], id: string): string {
  return people.some(({ _id, isYou }) => isYou && _id === id) ? "you" : participantName(people, id);
}

interface CodeFrameProps {
  text: string;
  /** The lines that the newest change touched, counted from 0. */
  changed: { from: number; to: number } | null;
  /** Its height. */
  className: string;
}

/** In rem; the background of changed lines depends on it. */
const lineHeight = 1.5;

/** The code at one moment, with line numbers. Only two blocks of text, so that playing stays fast. */
export function CodeFrame({ text, changed, className }: CodeFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const lines = text.split("\n").length;
  const firstChanged = changed?.from ?? null;

  useEffect(() => {
    const box = frame.current;
    if (box === null || firstChanged === null) return;
    const pixels = lineHeight * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const top = firstChanged * pixels;
    if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 2 * pixels) {
      box.scrollTop = Math.max(0, top - box.clientHeight / 3);
    }
  }, [firstChanged]);

  return (
    <section
      ref={frame}
      aria-label="Code at this moment"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className={clsx("overflow-auto bg-paper font-mono text-sm", className)}
    >
      <div className="relative flex min-w-max py-3">
        {changed !== null && (
          <span
            aria-hidden="true"
            className="absolute inset-x-0 border-l-2 border-accent bg-accent-tint"
            style={{
              top: `calc(0.75rem + ${changed.from * lineHeight}rem)`,
              height: `${(changed.to - changed.from + 1) * lineHeight}rem`,
            }}
          />
        )}
        <pre
          aria-hidden="true"
          className="relative select-none px-3 text-right text-ink-3"
          style={{ lineHeight: `${lineHeight}rem` }}
        >
          {Array.from({ length: lines }, (_, index) => index + 1).join("\n")}
        </pre>
        <pre className="relative pr-4 text-ink" style={{ lineHeight: `${lineHeight}rem`, tabSize: 4 }}>
          {text === "" ? <span className="text-ink-3">Nothing is written yet.</span> : text}
        </pre>
      </div>
    </section>
  );
}
