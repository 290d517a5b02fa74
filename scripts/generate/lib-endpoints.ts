import { readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Endpoint } from "@greenroom/contract/kernel/endpoint.ts";

const contractFolder = fileURLToPath(new URL("../../contract/", import.meta.url));

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value
  );
}

/** An exported endpoint, or those of an exported action of the desk, which has two: its preview and itself. */
function findIn(value: unknown): Endpoint[] {
  if (isEndpoint(value)) return [value];
  if (typeof value !== "object" || value === null) return [];
  const { preview, perform } = value as { preview?: unknown; perform?: unknown };
  return [preview, perform].filter(isEndpoint);
}

/** Every endpoint of the contract, by its file in `contract/`, in the order of their names. */
export async function findEndpoints(): Promise<{ file: string; endpoints: Endpoint[] }[]> {
  const names = (await readdir(contractFolder, { recursive: true })).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.includes("node_modules"),
  );
  const files = [];
  for (const file of names.sort()) {
    const module: Record<string, unknown> = await import(pathToFileURL(path.join(contractFolder, file)).href);
    const endpoints = Object.values(module).flatMap(findIn);
    if (endpoints.length > 0) files.push({ file: file.replaceAll("\\", "/"), endpoints });
  }
  return files;
}
