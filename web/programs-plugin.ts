import { statSync } from "node:fs";
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
