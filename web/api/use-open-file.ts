import { useMutation } from "@tanstack/react-query";
import { messageOf } from "./errors.ts";

interface FileToOpen {
  /** Title of the tab while its file is on its way: "Feedback file". */
  title: string;
  sentences: { failed: string; network: string };
}

function openTab(title: string): Window | null {
  const tab = window.open("", "_blank");
  if (tab === null) return null;
  tab.opener = null;
  tab.document.title = title;
  // Where the browser saves PDFs instead of showing them, this is all that the tab will ever say.
  tab.document.body.textContent =
    "Your file is on its way. If it was saved to your downloads, this tab can be closed.";
  return tab;
}

/**
 * Opens a file behind a short-lived link in a new tab. The tab is opened within the click, empty, and sent on when the
 * link is there: a browser takes one that opens later for an unwanted one.
 */
export function useOpenFile({ title, sentences }: FileToOpen) {
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
    /** To be called in the click itself. */
    open: (findLink: () => Promise<string>) => open.mutate({ findLink, tab: openTab(title) }),
    isOpening: open.isPending,
    failure: open.error && messageOf(open.error, sentences),
    forgetFailure: open.reset,
    /** The link itself, where the browser allowed no tab. */
    blockedUrl: open.data?.blockedUrl ?? null,
  };
}
