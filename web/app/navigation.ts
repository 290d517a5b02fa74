import { type ClientInstrumentation, type Location, matchRoutes, type RouteObject } from "react-router";
import { endPress, linkToDocumentHere, showPress } from "./press.ts";

let listener: (isUnopened: boolean) => void = () => undefined;

/** Called with true when a page could not be opened, and with false when the person tries again. */
export function onUnopenedPage(listen: (isUnopened: boolean) => void): () => void {
  listener = listen;
  return () => {
    listener = () => undefined;
  };
}

/** The number of the latest navigation, to which an earlier one that still waits gives way. */
let latest = 0;
/** The place of the shown page in the tab's history. */
let shownIndex = 0;

/**
 * Keeps the page when the code of the next one cannot be fetched because the connection is gone. React Router reloads
 * the document when an import of a page fails, so that the browser's own error page would replace the site. After a
 * new version was deployed, the files are gone while the server still answers, and that reload is right.
 */
export const keepPageWithoutConnection: ClientInstrumentation = {
  router({ instrument }) {
    instrument({
      async navigate(navigate, { to, currentUrl }) {
        latest += 1;
        const own = latest;
        listener(false);
        const files = typeof to === "string" ? listMissingFiles(to, currentUrl) : [];
        if (files.length > 0) {
          showPress(document.activeElement?.closest("a, button"));
          const isConnected = await canFetch(files);
          if (own !== latest) return await neverBegun;
          if (!isConnected) {
            endPress();
            listener(true);
            return await neverBegun;
          }
        }
        await navigate();
        if (own === latest) endPress();
        shownIndex = historyIndex() ?? shownIndex;
      },
    });
  },
};

/**
 * The same for the browser's Back and Forward and for links that load a document, which React Router does not
 * announce. Both must be decided before anything can be fetched, so the page is kept only while the browser reports
 * that it is offline. The router's own listener must come second: call this before the router is created. Returns a
 * function that ends it.
 */
export function keepPageOffline(): () => void {
  const end = new AbortController();
  shownIndex = historyIndex() ?? 0;
  let isReturning = false;
  const onTraversal = (event: PopStateEvent) => {
    if (isReturning) {
      isReturning = false;
      event.stopImmediatePropagation();
      return;
    }
    const index = historyIndex() ?? shownIndex;
    const { href } = window.location;
    if (navigator.onLine || index === shownIndex || listMissingFiles(href, href).length === 0) {
      latest += 1;
      shownIndex = index;
      return;
    }
    // The address has already changed.
    event.stopImmediatePropagation();
    isReturning = true;
    window.history.go(shownIndex - index);
    listener(true);
  };
  const onClick = (event: MouseEvent) => {
    if (navigator.onLine || linkToDocumentHere(event) === null) return;
    event.preventDefault();
    endPress();
    listener(true);
  };
  window.addEventListener("popstate", onTraversal, { signal: end.signal });
  window.addEventListener("click", onClick, { signal: end.signal });
  return () => end.abort();
}

/** React Router numbers the entries of the history. An entry for a part of a page has no number. */
function historyIndex(): number | undefined {
  return (window.history.state as { idx?: number } | null)?.idx;
}

/** React Router begins every navigation in the end, unless the instrumentation stays pending. */
const neverBegun = new Promise<never>(() => undefined);

/** The properties that React Router's framework mode sets on the window. */
interface FrameworkWindow {
  /** Absent until the page has become interactive. */
  __reactRouterDataRouter?: { routes: RouteObject[] };
  __reactRouterManifest: { routes: Record<string, { module: string; imports?: string[]; css?: string[] }> };
  __reactRouterRouteModules: Record<string, unknown>;
}

/** The files of the page at an address that React Router would load first. */
function listMissingFiles(to: string, currentUrl: string): string[] {
  const { pathname } = new URL(to, new URL(currentUrl, window.location.origin));
  const framework = window as unknown as FrameworkWindow;
  const matches = matchRoutes(framework.__reactRouterDataRouter?.routes ?? [], pathname) ?? [];
  return matches.flatMap(({ route: { id = "" } }) => {
    if (id in framework.__reactRouterRouteModules) return [];
    const { module, imports = [], css = [] } = framework.__reactRouterManifest.routes[id] ?? { module: "" };
    return [module, ...imports, ...css].filter((file) => file !== "");
  });
}

/**
 * Whether the server answers for each file, even that it is gone. Some browsers never request code again after its
 * import failed, so that an import cannot ask this. The browser keeps the files for the import that follows.
 */
async function canFetch(files: string[]): Promise<boolean> {
  try {
    await Promise.all(files.map(async (file) => await (await fetch(file)).arrayBuffer()));
    return true;
  } catch {
    return false;
  }
}

/**
 * The key under which a page's scroll position is stored. The first page of every document has the same key,
 * "default", so a page that was opened by its address would begin where an earlier one had been left.
 */
export function scrollKey({ key, pathname }: Pick<Location, "key" | "pathname">): string {
  return key === "default" ? `${key} ${pathname}` : key;
}
