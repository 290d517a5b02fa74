import { useMutation } from "@tanstack/react-query";
import { errorMessage } from "./errors.ts";

interface OpenFileOptions {
  /** The title of the tab while its file loads: "Feedback file". */
  title: string;
  messages: { failed: string; network: string };
}

function openTab(title: string): Window | null {
  const tab = window.open("", "_blank");
  if (tab === null) return null;
  tab.opener = null;
  tab.document.title = title;
  // If the browser downloads PDFs instead of showing them, the tab never shows anything else.
  tab.document.body.textContent =
    "Your file is on its way. If it was saved to your downloads, this tab can be closed.";
  return tab;
}

/**
 * Opens a file with a short-lived link in a new tab. The click opens the tab empty, and it navigates once the
 * link is there, because browsers block tabs that open later.
 */
export function useOpenFile({ title, messages }: OpenFileOptions) {
  const open = useMutation({
    mutationFn: async ({ findLink, tab }: { findLink: () => Promise<string>; tab: Window | null }) => {
      try {
        const link = await findLink();
        tab?.location.replace(link);
        return { blockedUrl: tab === null ? link : null };
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
  });
  return {
    /** Must be called directly in the click handler. */
    open: (findLink: () => Promise<string>) => open.mutate({ findLink, tab: openTab(title) }),
    isOpening: open.isPending,
    failure: open.error && errorMessage(open.error, messages),
    clearFailure: open.reset,
    /** The link itself, if the browser blocked the tab. */
    blockedUrl: open.data?.blockedUrl ?? null,
  };
}
