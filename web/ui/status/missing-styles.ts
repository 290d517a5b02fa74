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
