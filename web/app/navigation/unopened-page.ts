import { type ClientInstrumentation, matchRoutes, type RouteObject } from "react-router";

let listener: (isUnopened: boolean) => void = () => undefined;

/** Called with true when a page could not be opened, and with false when the person tries again. */
export function onUnopenedPage(listen: (isUnopened: boolean) => void): () => void {
  listener = listen;
  return () => {
    listener = () => undefined;
  };
}

/**
 * Keeps the page when the code of the next one cannot be fetched because the connection is gone. React Router reloads
 * the document when an import of a page fails, so that the browser's own error page would replace the site. After a
 * new version was deployed, the files are gone while the server still answers, and that reload is right.
 */
export const keepPageWithoutConnection: ClientInstrumentation = {
  router({ instrument }) {
    let latest = 0;
    // The browser's own buttons replace a navigation that still waits here.
    window.addEventListener("popstate", () => {
      latest += 1;
    });
    instrument({
      async navigate(navigate, { to, currentUrl }) {
        latest += 1;
        const own = latest;
        listener(false);
        const files = typeof to === "string" ? listMissingFiles(to, currentUrl) : [];
        if (files.length > 0) {
          const isConnected = await canFetch(files);
          if (own !== latest) return await neverBegun;
          if (!isConnected) {
            listener(true);
            return await neverBegun;
          }
        }
        await navigate();
      },
    });
  },
};

/** React Router begins every navigation in the end, unless the instrumentation stays pending. */
const neverBegun = new Promise<never>(() => undefined);

/** What React Router's framework mode keeps in the window. */
interface FrameworkWindow {
  __reactRouterDataRouter: { routes: RouteObject[] };
  __reactRouterManifest: { routes: Record<string, { module: string; imports?: string[]; css?: string[] }> };
  __reactRouterRouteModules: Record<string, unknown>;
}

/** The files of the page at an address that React Router would load first. */
function listMissingFiles(to: string, currentUrl: string): string[] {
  const { pathname } = new URL(to, new URL(currentUrl, window.location.origin));
  const framework = window as unknown as FrameworkWindow;
  const matches = matchRoutes(framework.__reactRouterDataRouter.routes, pathname) ?? [];
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
