import { createReadStream, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Plugin } from "vite";

/** The path below the site's root; load-board-library.ts names it to Excalidraw. */
const publicPath = "assets/whiteboard/fonts";
/** 13 of the 14 MB, all of which Excalidraw loads for a board in English: the system's font shows Chinese letters. */
const leftOut = "Xiaolai";

/** Serves Excalidraw's fonts with the site, because its fallback is a public network that our pages may not call. */
export function whiteboardFontsPlugin(): Plugin {
  const fonts = path.join(
    path.dirname(createRequire(import.meta.url).resolve("@excalidraw/excalidraw")),
    "fonts",
  );
  const files = readdirSync(fonts, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(fonts, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith(leftOut));
  return {
    name: "greenroom:whiteboard-fonts",
    transform(code, id) {
      if (!id.includes("/@excalidraw/excalidraw/dist/prod/") || !code.includes(`./fonts/${leftOut}/`))
        return null;
      return { code: withoutPublicNetwork(withoutFontFaces(code)), map: null };
    },
    generateBundle() {
      if (this.environment.name === "ssr") return;
      for (const file of files) {
        const source = readFileSync(path.join(fonts, file));
        this.emitFile({ type: "asset", fileName: `${publicPath}/${file.split(path.sep).join("/")}`, source });
      }
    },
    configureServer(server) {
      server.middlewares.use(`/${publicPath}`, (request, response, next) => {
        const file = files.find((name) => `/${name.split(path.sep).join("/")}` === request.url);
        if (file === undefined) return next();
        response.setHeader("content-type", "font/woff2");
        createReadStream(path.join(fonts, file)).pipe(response);
      });
    },
  };
}

/** Takes the faces of the font out of Excalidraw's list. Throws when a new version writes that list differently. */
function withoutFontFaces(code: string): string {
  const names = [...code.matchAll(new RegExp(`([\\w$]+)="\\./fonts/${leftOut}/`, "g"))].map(
    ([, name]) => name,
  );
  let count = 0;
  const changed = code.replace(
    /\{uri:([\w$]+),descriptors:\{unicodeRange:"[^"]*"\}\},?/g,
    (face, name: string) => {
      if (!names.includes(name)) return face;
      count += 1;
      return "";
    },
  );
  if (count !== names.length) throw new Error(`${count} of ${names.length} faces of ${leftOut} were found`);
  return changed;
}

/** Takes the public network out of each font's addresses: the content-security policy reports even its mention. */
function withoutPublicNetwork(code: string): string {
  const changed = code.replace(
    /return (\w+)\.push\(new URL\(\w+,\w+\.ASSETS_FALLBACK_URL\)\),\1/,
    "return $1",
  );
  if (changed === code) throw new Error("the address of Excalidraw's public fonts was not found");
  return changed;
}
