import { pythonAbiVersion } from "@greenroom/contract/room/pad-run-limits.ts";
import { providerTimeoutMilliseconds, withDeadline } from "../../../kernel/concurrency.ts";
import { type Finding, runCheck } from "./finding.ts";

const expectedPackages = ["numpy", "pandas", "matplotlib", "scikit-learn"];

/** Reads the index of a Pyodide distribution as a browser on our site would. */
export function checkPythonPackages(url: string, publicUrl: string): Promise<Finding> {
  return runCheck("Python packages", async () => {
    const { origin } = new URL(publicUrl);
    const { headers, text } = await withDeadline(providerTimeoutMilliseconds, undefined, async (signal) => {
      const response = await fetch(`${url}pyodide-lock.json`, { headers: { origin }, signal });
      if (!response.ok) throw new Error(`${url}pyodide-lock.json answers ${response.status}`);
      return { headers: response.headers, text: await response.text() };
    });
    const allowed = headers.get("access-control-allow-origin");
    if (new URL(url).origin !== origin && allowed !== "*" && allowed !== origin) {
      throw new Error(`${url} does not allow pages of ${origin} to read it (Access-Control-Allow-Origin)`);
    }
    const { abi, packages } = readIndex(text);
    if (abi !== pythonAbiVersion) {
      throw new Error(`its packages are for ABI ${abi}, and Python in the page has ${pythonAbiVersion}`);
    }
    const missing = expectedPackages.filter((name) => !packages.includes(name));
    const count = `${packages.length} ${packages.length === 1 ? "package" : "packages"} at ${url}`;
    return missing.length === 0 ? count : `${count}, without ${missing.join(", ")}`;
  });
}

function readIndex(text: string): { abi: string; packages: string[] } {
  try {
    const { info, packages } = JSON.parse(text);
    return { abi: String(info.abi_version), packages: Object.keys(packages) };
  } catch {
    throw new Error("its pyodide-lock.json is not the index of a Pyodide distribution");
  }
}
