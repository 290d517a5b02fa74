import { type ReactNode, useEffect, useState } from "react";
import { ErrorState, LoadingLines } from "./loading.tsx";

/** A component that is fetched only when it is needed. */
export interface LazySource<Part> {
  /** The part as the start of a sentence: "The editor". */
  name: string;
  /** Imports the component. */
  load: () => Promise<Part>;
  /** The lines of its loading state. Without this, its place is empty until it appears. */
  lines?: number;
}

const loadedParts = new WeakMap<object, { Part: unknown }>();

async function loadPart<Part>(source: LazySource<Part>): Promise<{ Part: Part }> {
  const loaded = loadedParts.get(source) ?? { Part: await loadWithStyles(source) };
  loadedParts.set(source, loaded);
  return loaded as { Part: Part };
}

interface LazyPartProps<Part> {
  /** The same object each time. */
  source: LazySource<Part>;
  /** Takes the place of the loading lines. */
  loading?: ReactNode;
  /** Draws the loading lines and the failure, for a part that is a whole screen or a dialog. */
  frame?: (state: ReactNode) => ReactNode;
  children: (Part: Part) => ReactNode;
}

/**
 * The place of a part. With `React.lazy`, a part that could not be fetched would replace the whole page until a
 * reload. Here only its place says so and offers another try.
 */
export function LazyPart<Part>({ source, loading, frame = (state) => state, children }: LazyPartProps<Part>) {
  const { name, lines = 0 } = source;
  const [loaded, setLoaded] = useState(() => loadedParts.get(source) as { Part: Part } | undefined);
  const [attempt, setAttempt] = useState(1);
  const [failedAttempt, setFailedAttempt] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    loadPart(source).then(
      (part) => isCurrent && setLoaded(part),
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
  if (failedAttempt === 0) {
    if (loading !== undefined) return loading;
    return frame(lines > 0 && <LoadingLines label={`${name} is loading…`} lines={lines} />);
  }
  return frame(
    <ErrorState
      message={`${name} could not be loaded. Check your connection.`}
      onRetry={() => setAttempt(failedAttempt + 1)}
      retrying={failedAttempt < attempt}
    />,
  );
}

/** Gives a slow line time for what is shown; also the shortest pause between two attempts to load parts ahead. */
const pauseMilliseconds = 5_000;

/**
 * Loads parts once somebody uses the page, or after five seconds. After a failure, a later key or press tries again, and a
 * part that is still missing loads when it is shown. Needs the same array each time.
 */
export function useLoadAhead(sources: readonly LazySource<unknown>[]): void {
  useEffect(() => {
    const used = new AbortController();
    let triedAt = Number.NEGATIVE_INFINITY;
    const load = async () => {
      if (Date.now() - triedAt < pauseMilliseconds) return;
      triedAt = Date.now();
      const results = await Promise.allSettled(sources.map(loadPart));
      if (results.every(({ status }) => status === "fulfilled")) used.abort();
    };
    for (const event of ["keydown", "pointerdown"]) {
      document.addEventListener(event, load, { signal: used.signal });
    }
    const timer = setTimeout(load, pauseMilliseconds);
    return () => {
      clearTimeout(timer);
      used.abort();
    };
  }, [sources]);
}

/** Code of which the last import failed. */
const failedSources = new WeakSet<object>();

/**
 * Imports the code of a part. After a failure, the next try also requests its missing styles. Needs the same object
 * each time.
 */
async function loadWithStyles<Part>(source: { load: () => Promise<Part> }): Promise<Part> {
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
