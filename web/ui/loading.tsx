import { notShownInSeeAs } from "@greenroom/contract/desk/see-as-token.ts";
import clsx from "clsx";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { StatusLight } from "./status.tsx";

/** A gray placeholder for content that loads. Give it the content's size: `className="h-24 rounded-md"`. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <div
      aria-hidden="true"
      className={clsx("rounded-sm bg-line/70 motion-safe:animate-pulse", className ?? "h-4")}
    />
  );
}

/** Placeholder lines for text, with a label for screen readers. */
export function LoadingLines({ label = "Loading…", lines = 3 }: { label?: string; lines?: number }) {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, index) => (
        // The lines are all the same and never move, so their index is a good key.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Skeleton key={index} className={clsx("h-4", index === lines - 1 && "w-3/5")} />
      ))}
    </div>
  );
}

export interface ErrorStateProps {
  message: string;
  onRetry?: (() => void) | undefined;
  retrying?: boolean | undefined;
}

/**
 * Something could not be loaded: names it, with a way to try again. What is kept from an operator in See as is no
 * failure, and trying again would not show it.
 */
export function ErrorState({ message, onRetry, retrying }: ErrorStateProps) {
  if (message === notShownInSeeAs) {
    return (
      <p role="note" className="px-4 py-10 text-center text-ink-2">
        {message}
      </p>
    );
  }
  return (
    <div role="alert" className="grid justify-items-center gap-4 px-4 py-10 text-center">
      <StatusLight status="bad" className="text-base">
        {message}
      </StatusLight>
      {onRetry && (
        <Button variant="quiet" pending={retrying} pendingLabel="Trying again…" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

interface LazyAreaSource<Part> {
  /** The area as the start of a sentence: "The calendar". */
  name: string;
  /** Imports the component. */
  load: () => Promise<Part>;
}

interface LazyAreaProps<Part> {
  /** The same object each time. */
  source: LazyAreaSource<Part>;
  /** Shown until the component is there. */
  loading?: ReactNode;
  /** Draws the failure, for an area that is a dialog. */
  frame?: (failure: ReactNode) => ReactNode;
  children: (Part: Part) => ReactNode;
}

const loadedParts = new WeakMap<object, { Part: unknown }>();

/**
 * The place of a component whose code is fetched when it is first shown. With `React.lazy`, code that could not be
 * fetched would replace the whole page until a reload. Here only its area says so and offers another try. For places
 * without the query cache; others use `LazyPart`.
 */
export function LazyArea<Part>({
  source,
  loading = null,
  frame = (failure) => failure,
  children,
}: LazyAreaProps<Part>) {
  const [loaded, setLoaded] = useState(() => loadedParts.get(source) as { Part: Part } | undefined);
  const [attempt, setAttempt] = useState(1);
  const [failedAttempt, setFailedAttempt] = useState(0);

  useEffect(() => {
    if (loadedParts.has(source)) return;
    let isCurrent = true;
    loadWithStyles(source).then(
      (Part) => {
        loadedParts.set(source, { Part });
        if (isCurrent) setLoaded({ Part });
      },
      (error: unknown) => {
        console.error(`${source.name} could not be loaded`, error);
        if (isCurrent) setFailedAttempt(attempt);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [source, attempt]);

  if (loaded !== undefined) return children(loaded.Part);
  if (failedAttempt === 0) return loading;
  return frame(
    <ErrorState
      message={`${source.name} could not be loaded. Check your connection.`}
      onRetry={() => setAttempt(failedAttempt + 1)}
      retrying={failedAttempt < attempt}
    />,
  );
}

interface FailedPanelProps {
  /** The failure and its button. */
  children: ReactNode;
  onClose: () => void;
}

/** Takes the place of a dialog whose code could not be fetched, and can be closed like one. */
export function FailedPanel({ children, onClose }: FailedPanelProps) {
  return (
    <div className="fixed inset-x-4 bottom-4 z-50 mx-auto grid max-w-md justify-items-center rounded-lg border border-line bg-card p-4 text-ink shadow-high">
      {children}
      <Button variant="ghost" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

/** Code of which the last import failed. */
const failedSources = new WeakSet<object>();

/**
 * Imports the code of a part. After a failure, the next try also requests its missing styles. Needs the same object
 * each time.
 */
export async function loadWithStyles<Part>(source: { load: () => Promise<Part> }): Promise<Part> {
  try {
    if (failedSources.has(source)) await requestMissingStyles();
    const part = await source.load();
    failedSources.delete(source);
    return part;
  } catch (error) {
    failedSources.add(source);
    throw error;
  }
}

let pending: Promise<void> | null = null;

/**
 * Requests again the stylesheets that could not be fetched. The bundler requests the styles of a part only once, so
 * that a part which is imported again after a failure would appear without them. Rejects while one is still missing.
 */
export function requestMissingStyles(): Promise<void> {
  // Two parts that are tried again at the same time would otherwise replace each other's links.
  pending ??= requestAll().finally(() => {
    pending = null;
  });
  return pending;
}

async function requestAll(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]:not([disabled])');
  await Promise.all([...links].filter(({ sheet }) => isMissing(sheet)).map(requestAgain));
}

/** Chromium gives a link that failed a sheet without rules. */
function isMissing(sheet: CSSStyleSheet | null): boolean {
  try {
    return sheet === null || sheet.cssRules.length === 0;
  } catch {
    return true;
  }
}

function requestAgain(link: HTMLLinkElement): Promise<void> {
  const next = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    next.addEventListener("load", () => resolve());
    next.addEventListener("error", () => reject(new Error(`${next.href} could not be fetched`)));
    link.replaceWith(next);
  });
}
