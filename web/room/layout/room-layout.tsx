import clsx from "clsx";
import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";
import { useSite } from "../../app/page-data.ts";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Pill } from "../../ui/content.tsx";
import { Glow, Logo } from "../../ui/panels.tsx";
import type { LightStatus } from "../../ui/status.tsx";

interface RoomLayoutProps {
  /** In the middle of the top line, or below it on a phone. */
  clock?: ReactNode;
  /** On the right of the top line. */
  title?: ReactNode;
  footer?: ReactNode;
  /** Hidden, it keeps what was begun in it, such as a note beside its button. */
  isFooterHidden?: boolean;
  isHeaderHidden?: boolean;
  /** The height in pixels: the page does not scroll, but long parts of it do. */
  height?: number | undefined;
  children: ReactNode;
}

/** The layout of the room: dark in both themes, without the site's header and footer. */
export function RoomLayout({
  clock,
  title,
  footer,
  isFooterHidden = false,
  isHeaderHidden = false,
  height,
  children,
}: RoomLayoutProps) {
  const { name } = useSite();
  useDarkTheme();
  const hasFixedHeight = height !== undefined;
  return (
    <div
      data-theme="dark"
      style={hasFixedHeight ? { height } : undefined}
      className={clsx(
        "flex flex-col bg-dark text-on-dark",
        !hasFixedHeight ? "min-h-dvh" : !isHeaderHidden && "min-h-80",
      )}
    >
      <header
        className={clsx(
          "flex-wrap items-center justify-between gap-x-6 gap-y-2.5 border-b border-dark-line px-4 sm:px-5",
          hasFixedHeight ? "py-2 flat:py-1 lg:py-3" : "py-3",
          isHeaderHidden ? "hidden" : "flex",
        )}
      >
        <span className={clsx(hasFixedHeight && "max-lg:hidden")}>
          <Logo name={name} />
        </span>
        {clock && <div className="order-3 w-full lg:order-none lg:w-auto">{clock}</div>}
        {title && (
          <p
            className={clsx(
              "min-w-0 truncate text-sm text-on-dark-2",
              hasFixedHeight ? "max-lg:hidden" : "max-sm:hidden",
            )}
          >
            {title}
          </p>
        )}
      </header>
      <main id="content" className={clsx("flex grow flex-col", hasFixedHeight && "min-h-0")}>
        {children}
      </main>
      {footer && (
        <footer
          className={clsx(
            "justify-center bg-dark px-2 pt-1 pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:px-4 lg:pt-0 lg:pb-3.5",
            isFooterHidden ? "hidden" : "flex",
          )}
        >
          {footer}
        </footer>
      )}
    </div>
  );
}

interface RoomMessageProps {
  /** The title of the browser's tab, where a user who looks at another tab sees it. */
  tabTitle: string;
  status: LightStatus;
  statusLabel: string;
  title: string;
  detail?: ReactNode;
  /** Links and buttons for the next step, before the link to the dashboard. */
  action?: ReactNode;
  children?: ReactNode;
}

/** One message in the middle of the page. */
export function RoomMessage({
  tabTitle,
  status,
  statusLabel,
  title,
  detail,
  action,
  children,
}: RoomMessageProps) {
  useRoomTitle(tabTitle);
  return (
    <div className="relative grid grow place-items-center overflow-hidden px-4 py-12">
      <Glow className="-top-40 left-1/2 w-[38rem] -translate-x-1/2 opacity-60" />
      <div className="relative grid w-full max-w-xl justify-items-center gap-5 text-center">
        <Pill status={status}>{statusLabel}</Pill>
        <h1 className="text-2xl sm:text-3xl">{title}</h1>
        {detail && <div className="max-w-md text-on-dark-2">{detail}</div>}
        {children}
        <div className="mt-2 flex flex-wrap justify-center gap-3">
          {action}
          <BackToDashboardLink />
        </div>
      </div>
    </div>
  );
}

interface ConnectionStatusProps {
  connected: boolean;
  /** The call with the other participant was connected, and the connection was lost. */
  isCallInterrupted?: boolean;
}

/** Names the lost connection and its consequences. It recovers automatically. */
export function ConnectionStatus({ connected, isCallInterrupted = false }: ConnectionStatusProps) {
  return (
    <div role="status">
      {(!connected || isCallInterrupted) && (
        <p className="bg-accent-tint px-5 py-2 text-center text-sm font-medium text-amber">
          {connected ? callInterruptedText : connectionLostText()}
        </p>
      )}
    </div>
  );
}

const callInterruptedText = "Video and sound were lost. Reconnecting… Code and chat still work.";

function connectionLostText(): string {
  const cause = navigator.onLine ? "The connection was lost. Reconnecting…" : "You are offline.";
  return `${cause} The clock keeps running; you'll be reconnected automatically.`;
}

export function BackToDashboardLink() {
  return (
    <Link to={paths.dashboard} className={buttonClass({ variant: "quiet" })}>
      Back to dashboard
    </Link>
  );
}

/**
 * Makes the whole page dark while the room is shown: its dialogs, which are outside the room's element, and
 * the area beyond its edges when it is overscrolled.
 */
export function useDarkTheme(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = "dark";
    return () => {
      delete dataset.theme;
    };
  }, []);
}

/** Shows the clock in the tab's title, for users who look at another tab. */
export function useRoomTitle(title: string): void {
  const { name } = useSite();
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
}

/** Keeps the screen on: somebody who only listens presses nothing. A browser ends it whenever the page is hidden. */
export function useScreenAwake(): void {
  useEffect(() => {
    let lock: Promise<WakeLockSentinel | undefined> | undefined;
    const keepAwake = () => {
      if (document.visibilityState === "visible")
        // Refused while the battery is low, and unknown to some browsers.
        lock = navigator.wakeLock?.request("screen").catch(() => undefined);
    };
    keepAwake();
    document.addEventListener("visibilitychange", keepAwake);
    return () => {
      document.removeEventListener("visibilitychange", keepAwake);
      void lock?.then((held) => held?.release());
    };
  }, []);
}

/** Calls `onPress` for Alt and the key at this position, also inside the editor. */
export function useAltShortcut(code: "KeyM" | "KeyQ", onPress: () => void, isEnabled = true): void {
  useEffect(() => {
    if (!isEnabled) return;
    const handleKey = (event: KeyboardEvent) => {
      // By the key's position, because with Alt it types another letter on some keyboards.
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== code) return;
      event.preventDefault();
      event.stopPropagation();
      onPress();
    };
    window.addEventListener("keydown", handleKey, { capture: true });
    return () => window.removeEventListener("keydown", handleKey, { capture: true });
  }, [code, onPress, isEnabled]);
}
