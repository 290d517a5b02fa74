import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { renderToString } from "react-dom/server";
import { barePage } from "./bare-page-content.ts";

/** A page with nothing but React: the least that hydration costs on this machine at this moment. */
export interface BarePage {
  url: string;
  close(): Promise<void>;
}

/** Bundles and serves the page on loopback, prerendered and hydrated like ours. */
export async function serveBarePage(port: number): Promise<BarePage> {
  const bundle = await build({
    entryPoints: [fileURLToPath(new URL("bare-page-client.ts", import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const script = bundle.outputFiles[0]?.text ?? "";
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare page</title>
<meta name="viewport" content="width=device-width"><meta name="description" content="A bare page">
<script type="module" src="/script.js"></script></head><body><div id="root">${renderToString(barePage())}</div></body></html>`;
  const server = createServer((request, response) => {
    const isScript = request.url === "/script.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html; charset=utf-8");
    response.end(isScript ? script : html);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${port}/`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
