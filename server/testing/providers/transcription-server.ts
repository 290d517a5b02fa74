import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { failCall, type HttpFault, sendJson, startHttpProvider } from "./http-provider.ts";

/** The fault of one request. */
export type TranscriptionFault = HttpFault | "no-text" | 401 | 429 | 500;

export interface HeardUtterance {
  seconds: number;
  language: string | null;
  prompt: string | null;
}

export interface LocalTranscription {
  /** For `GREENROOM_TRANSCRIPTION_URL`, `_KEY` and `_MODEL`. */
  settings: Record<string, string>;
  /** The accepted requests, in order. */
  heard: HeardUtterance[];
  /** Sets the next answers, in order; later answers are "". */
  say(...texts: string[]): void;
  failNext(...faults: TranscriptionFault[]): void;
  /** Runs while the next request waits for its answer, and only once. */
  meanwhile: (() => Promise<void>) | null;
  close(): Promise<void>;
}

const key = "sk-local-transcription";
const model = "whisper-1";
/** Whisper's typical answer to silence. */
const inventedForSilence = "Thank you for watching!";

/**
 * `POST /v1/audio/transcriptions` on loopback. It refuses what OpenAI refuses (a wrong key, model or form, audio
 * that is too short) and audio that would be transcribed badly (anything but 16-bit mono at 16 kHz). Like the real
 * service, it invents words for silence.
 */
export async function startLocalTranscription(): Promise<LocalTranscription> {
  const heard: HeardUtterance[] = [];
  const texts: string[] = [];
  const faults: TranscriptionFault[] = [];
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const content = await buffer(request);
    const fault = faults.shift();
    if (fault !== undefined && failCall(response, fault)) return;
    if (fault === 401) return refuse(response, 401, "Incorrect API key provided.");
    if (fault === 429) return refuse(response, 429, "Rate limit reached.", { "retry-after": "7" });
    if (fault === 500) return refuse(response, 500, "The server had an error.");
    if (fault === "no-text") return sendJson(response, 200, { task: "transcribe" });
    if (request.method !== "POST" || request.url !== "/v1/audio/transcriptions") {
      return refuse(response, 404, `Unknown request URL: ${request.method} ${request.url}.`);
    }
    if (request.headers.authorization !== `Bearer ${key}`) {
      return refuse(response, 401, "Incorrect API key provided.");
    }
    const headers = { "content-type": request.headers["content-type"] ?? "" };
    const form = await new Response(new Uint8Array(content), { headers }).formData().catch(() => null);
    if (form === null) return refuse(response, 400, "We could not parse the multipart form.");
    const problem = formProblem(form);
    if (problem !== null) return refuse(response, 400, problem);
    const wav = Buffer.from(await (form.get("file") as File).arrayBuffer());
    const audioProblem = wavProblem(wav);
    if (audioProblem !== null) return refuse(response, 400, audioProblem);
    const text = (name: string) => (form.has(name) ? String(form.get(name)) : null);
    heard.push({ seconds: (wav.length - 44) / 32_000, language: text("language"), prompt: text("prompt") });
    const { meanwhile } = local;
    local.meanwhile = null;
    await meanwhile?.();
    const isSilent = wav.subarray(44).every((byte) => byte === 0);
    sendJson(response, 200, { text: isSilent ? inventedForSilence : (texts.shift() ?? "") });
  }

  const { url, close } = await startHttpProvider(answer);
  const local: LocalTranscription = {
    settings: {
      GREENROOM_TRANSCRIPTION_URL: `${url}/v1`,
      GREENROOM_TRANSCRIPTION_KEY: key,
      GREENROOM_TRANSCRIPTION_MODEL: model,
    },
    heard,
    say: (...next) => void texts.push(...next),
    failNext: (...next) => void faults.push(...next),
    meanwhile: null,
    close,
  };
  return local;
}

const knownFields = ["file", "model", "language", "prompt", "response_format", "temperature"];

function formProblem(form: FormData): string | null {
  const unknown = [...form.keys()].find((name) => !knownFields.includes(name));
  if (unknown !== undefined) return `Unrecognized request argument supplied: ${unknown}`;
  const file = form.get("file");
  if (!(file instanceof File) || !file.name.endsWith(".wav")) return "file: a .wav file is required.";
  if (form.get("model") !== model) return `The model '${String(form.get("model"))}' does not exist.`;
  if (form.has("language") && !/^[a-z]{2}$/.test(String(form.get("language")))) {
    return "Invalid language. Language parameter must be specified in ISO-639-1 format.";
  }
  if (form.has("response_format") && form.get("response_format") !== "json")
    return "Only the response format json is supported.";
  return null;
}

function wavProblem(wav: Buffer): string | null {
  const isWav =
    wav.length >= 44 && wav.toString("latin1", 0, 4) === "RIFF" && wav.toString("latin1", 8, 12) === "WAVE";
  if (!isWav) return "Invalid file format.";
  const isOurs =
    wav.readUInt16LE(20) === 1 &&
    wav.readUInt16LE(22) === 1 &&
    wav.readUInt32LE(24) === 16_000 &&
    wav.readUInt16LE(34) === 16;
  if (!isOurs) return "Expected 16-bit mono samples at 16 kHz.";
  if (wav.readUInt32LE(4) !== wav.length - 8 || wav.readUInt32LE(40) !== wav.length - 44)
    return "The file is cut.";
  return wav.length - 44 < 3_200 ? "Audio file is too short. Minimum audio length is 0.1 seconds." : null;
}

function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  sendJson(
    response,
    status,
    { error: { message, type: "invalid_request_error", param: null, code: null } },
    headers,
  );
}
