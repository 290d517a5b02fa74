import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { whisperModelFiles } from "./model-files.ts";

/**
 * missing: 404 for the encoder. cut: the connection ends in the middle of the encoder. hang: no answer. not-weights: a
 * page of HTML with status 200 for every file. no-cors: without the header that lets other sites read.
 */
export type WeightsFault = "missing" | "cut" | "hang" | "not-weights" | "no-cors";

export interface LocalWeights {
  /** For `GREENROOM_WHISPER_URL`. */
  settings: Record<string, string>;
  /** The paths of all requests below the folder, in order. */
  requested: string[];
  /** Applies to every later request; null for none. */
  setFault(fault: WeightsFault | null): void;
  close(): Promise<void>;
}

const folder = "/models/whisper";
const encoder = "onnx/encoder_model_quantized.onnx";

/** A static file server on loopback with a model's folder, as an operator sets one up. */
export async function startLocalWeights(): Promise<LocalWeights> {
  const files = whisperModelFiles() as Record<string, Buffer>;
  const requested: string[] = [];
  let fault: WeightsFault | null = null;
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const name = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : `outside ${path}`;
    requested.push(name);
    if (fault === "hang") return;
    const content = fault === "missing" && name === encoder ? undefined : files[name];
    const cors = fault === "no-cors" ? {} : { "access-control-allow-origin": "*" };
    if (content === undefined) return void response.writeHead(404, cors).end("Not found");
    if (fault === "not-weights") {
      return void response
        .writeHead(200, { ...cors, "content-type": "text/html" })
        .end("<!doctype html><p>Sign in");
    }
    if (fault === "cut" && name === encoder) return cutAnswer(response, content, cors);
    answer(response, { content, cors, range: request.headers.range });
  });

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: { GREENROOM_WHISPER_URL: `http://127.0.0.1:${port}${folder}` },
    requested,
    setFault: (next) => {
      fault = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Answer {
  content: Buffer;
  cors: Record<string, string>;
  range: string | undefined;
}

/** The whole file, or its first bytes if only those are asked for. */
function answer(response: ServerResponse, { content, cors, range }: Answer): void {
  const [, last] = /^bytes=0-(\d+)$/.exec(range ?? "") ?? [];
  const headers = { ...cors, "content-type": "application/octet-stream", "accept-ranges": "bytes" };
  if (last === undefined) {
    response.writeHead(200, { ...headers, "content-length": content.length }).end(content);
    return;
  }
  const part = content.subarray(0, Number(last) + 1);
  const contentRange = `bytes 0-${part.length - 1}/${content.length}`;
  response
    .writeHead(206, { ...headers, "content-length": part.length, "content-range": contentRange })
    .end(part);
}

function cutAnswer(response: ServerResponse, content: Buffer, cors: Record<string, string>): void {
  response.writeHead(200, { ...cors, "content-length": content.length });
  response.write(content.subarray(0, Math.ceil(content.length / 2)), () => response.destroy());
}
