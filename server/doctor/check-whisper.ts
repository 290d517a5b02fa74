import { whisperFiles } from "@greenroom/contract/rooms/whisper-files.ts";
import type { Config } from "../config/config.ts";
import { providerTimeoutMilliseconds, withDeadline } from "../core/with-deadline.ts";
import { type Finding, runCheck } from "./finding.ts";

/** Asks for each file as the room's page would, without downloading the weights. */
export function checkWhisper({ publicUrl }: Pick<Config, "publicUrl">, url: string): Promise<Finding> {
  return runCheck("Whisper's weights", async () => {
    const { origin } = new URL(publicUrl);
    const modelType = await requestFile(`${url}/config.json`, origin, readModelType);
    if (modelType !== "whisper") throw new Error(`${url}/config.json is not that of a Whisper model`);
    const others = whisperFiles.filter((name) => name !== "config.json");
    await Promise.all(others.map((name) => requestFile(`${url}/${name}`, origin, dropBody)));
    return `all ${whisperFiles.length} files are at ${url}, and our pages may read them`;
  });
}

async function requestFile<T>(
  url: string,
  origin: string,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  return await withDeadline(providerTimeoutMilliseconds, undefined, async (signal) => {
    // The worker's policy names the folder alone, so the browser would refuse a redirect to another host.
    const response = await fetch(url, { headers: { origin }, redirect: "manual", signal });
    const allowed = response.headers.get("access-control-allow-origin");
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`${url} answers ${response.status}`);
    }
    if (allowed !== "*" && allowed !== origin) {
      await response.body?.cancel();
      throw new Error(`${url} has no Access-Control-Allow-Origin for ${origin}`);
    }
    return await read(response);
  });
}

async function readModelType(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return (JSON.parse(text) as { model_type?: unknown } | null)?.model_type;
  } catch {
    throw new Error(`${response.url} is not JSON`);
  }
}

async function dropBody(response: Response): Promise<void> {
  await response.body?.cancel();
}
