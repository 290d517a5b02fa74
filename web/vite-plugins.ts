import { createReadStream, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

/**
 * `import program from "./x.ts?program"`: the module and all its imports, as the text of one script. A worker in a
 * frame without an origin can run a text, but cannot fetch a file. `import bytes from "file?bytes"`: the size of a
 * file, for the progress of its loading.
 */
export function programsPlugin(): Plugin {
  return {
    name: "greenroom:programs",
    enforce: "pre",
    async resolveId(source, importer) {
      const [, path, kind] = /^(.+)\?(program|bytes)$/.exec(source) ?? [];
      if (path === undefined || importer === undefined) return null;
      const found = await this.resolve(path, importer, { skipSelf: true });
      return found === null ? null : `\0${kind}:${found.id}`;
    },
    async load(id) {
      const [, kind, path] = /^\0(program|bytes):(.+)$/.exec(id) ?? [];
      if (path === undefined) return null;
      if (kind === "bytes") return `export default ${statSync(path).size};`;
      return `export default ${JSON.stringify(await bundle(path))};`;
    },
  };
}

async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    // A classic script has no `import.meta`; nothing is fetched from this URL.
    define: { "import.meta.url": JSON.stringify("https://program.invalid/") },
    build: {
      write: false,
      target: "es2023",
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: "iife", codeSplitting: false } },
    },
  });
  if (Array.isArray(result) || !("output" in result)) throw new Error(`${entry} does not build to a program`);
  const [chunk, ...others] = result.output.filter(({ type }) => type === "chunk");
  if (chunk?.type !== "chunk" || others.length > 0) throw new Error(`${entry} builds to more than one file`);
  return chunk.code;
}

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

/**
 * Lets the bundler leave out the schemas that no screen uses: it keeps a call at the top of a module unless it is marked
 * as free of side effects, and a module of the contract only declares.
 */
export function declarationsPlugin(): Plugin {
  // Formatted code: a statement at the top of a module ends at the first semicolon before a line that is not indented.
  const declaration =
    /^((?:export )?const \w+(?:: [^=]+)?) = ((?:[\w.]+\s*[.(]|[[{])[\s\S]*?);$(?=\n+[^\s})\]]|\s*(?![\s\S]))/gm;
  const declares = /^\w|\bz\s*\.|Schema\b/;
  return {
    name: "declarations",
    enforce: "pre",
    // Files that do not get what their modules import may have to export more than the pages' own values.
    options: (options) => ({ ...options, preserveEntrySignatures: "allow-extension" }),
    transform: {
      filter: { id: /\/contract\/.+\.ts$/ },
      handler: (code) =>
        code.replace(declaration, (statement, name: string, value: string) =>
          declares.test(value) ? `${name} = /* @__PURE__ */ (() => (${value}))();` : statement,
        ),
    },
  };
}
