import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pythonAbiVersion } from "@greenroom/contract/room/pad-run-limits.ts";
import { localPackages } from "./packages.ts";
import { writeWheel } from "./wheel.ts";

/** `altered`: a file that differs from its checksum; `closed`: without the header that lets other origins read it. */
export type DistributionFault = "altered" | "closed" | "503" | "other-abi";

export interface LocalPyodideDistribution {
  /** For `GREENROOM_PYODIDE_URL`. */
  settings: { GREENROOM_PYODIDE_URL: string };
  /** The names of the files that were requested. */
  requests: string[];
  /** Makes every request fail like this, until it is called with null. */
  failAlways(fault: DistributionFault | null): void;
  close(): Promise<void>;
}

/**
 * A Pyodide distribution on loopback: its index `pyodide-lock.json`, with the form and checksums of the real one, and
 * the wheels that it names. Like a content delivery network, it allows every origin to read it.
 */
export async function startLocalPyodideDistribution(): Promise<LocalPyodideDistribution> {
  const wheels = new Map<string, Buffer>();
  const packages = Object.entries(localPackages).map(([name, { version, depends, imports, modules }]) => {
    const distribution = name.replaceAll("-", "_");
    const fileName = `${distribution}-${version}-py3-none-any.whl`;
    const wheel = writeWheel(distribution, version, modules);
    wheels.set(fileName, wheel);
    const sha256 = createHash("sha256").update(wheel).digest("hex");
    const entry = {
      name,
      version,
      file_name: fileName,
      install_dir: "site",
      sha256,
      imports,
      depends,
      package_type: "package",
      unvendored_tests: false,
    };
    return [name, entry];
  });
  const index = (abi: string) => ({
    info: { abi_version: abi, arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" },
    packages: Object.fromEntries(packages),
  });
  const requests: string[] = [];
  let fault: DistributionFault | null = null;
  const server = createServer((request, response) => {
    const name = (request.url ?? "").replace(/^\/full\//, "");
    requests.push(name);
    const wheel = wheels.get(name);
    const isIndex = name === "pyodide-lock.json";
    if (fault === "503" || (wheel === undefined && !isIndex)) {
      response.writeHead(fault === "503" ? 503 : 404, { "access-control-allow-origin": "*" }).end();
      return;
    }
    const content = isIndex
      ? Buffer.from(JSON.stringify(index(fault === "other-abi" ? "2024_0" : pythonAbiVersion)))
      : (wheel ?? Buffer.alloc(0));
    response.writeHead(200, {
      "content-type": isIndex ? "application/json" : "application/octet-stream",
      ...(fault === "closed" ? {} : { "access-control-allow-origin": "*" }),
    });
    response.end(fault === "altered" && !isIndex ? Buffer.concat([content, Buffer.from(" ")]) : content);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: { GREENROOM_PYODIDE_URL: `http://localhost:${port}/full/` },
    requests,
    failAlways: (next) => {
      fault = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
