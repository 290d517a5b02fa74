/** A storage that lasts as long as the page. */
export function memoryStorage(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    clear: () => entries.clear(),
    getItem: (key) => entries.get(key) ?? null,
    key: (index) => [...entries.keys()][index] ?? null,
    removeItem: (key) => void entries.delete(key),
    setItem: (key, value) => void entries.set(key, value),
  };
}

/** The browser's storage; one in memory at build time and when the browser blocks storage. */
export function openStorage(name: "localStorage" | "sessionStorage"): Storage {
  if (typeof window === "undefined") return memoryStorage();
  try {
    return window[name];
  } catch (error) {
    console.warn(`${name} is blocked for this page; its data is lost on reload`, error);
    return memoryStorage();
  }
}

/** Unsaved forms are kept per tab. */
export const draftStorage = openStorage("sessionStorage");
