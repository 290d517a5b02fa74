import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const folder = new URL("./ui/adopted-styles/", import.meta.url);
const replacements: Record<string, string> = {
  "style-mod": fileURLToPath(new URL("style-mod.ts", folder)),
  "react-style-singleton": fileURLToPath(new URL("style-singleton.ts", folder)),
};

/**
 * Replaces the two packages that add style elements to a page, so that the content-security policy need not allow
 * inline styles. The replacements themselves can import the originals.
 */
export function adoptedStylesPlugin(): Plugin {
  return {
    name: "adopted-styles",
    enforce: "pre",
    apply: "build",
    resolveId(source, importer) {
      const replacement = replacements[source];
      return replacement === undefined || importer === replacement ? null : replacement;
    },
  };
}
