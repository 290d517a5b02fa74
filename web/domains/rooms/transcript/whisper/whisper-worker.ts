import {
  AutoProcessor,
  AutoTokenizer,
  env,
  type PreTrainedTokenizer,
  type Processor,
  type ProgressInfo,
  type Tensor,
  WhisperForConditionalGeneration,
} from "@huggingface/transformers";
import runtimeUrl from "onnxruntime-web/ort-wasm-simd-threaded.wasm?url";
import type { WhisperRequest, WhisperResponse } from "./whisper-messages.ts";

/* Runs Whisper in a module worker. The server allows it no network but our own files and the operator's folder
   (server/http/site/whisper-worker-policy.ts). */

const cacheName = "greenroom-whisper";
/** The library's name for the model; the folder's address takes its place in every request. */
const modelName = "whisper";
/** Enough for half a minute of speech, and the most that Whisper generates. */
const maxTokens = 224;

type GenerateOptions = Parameters<WhisperForConditionalGeneration["generate"]>[0];

interface LoadedModel {
  model: WhisperForConditionalGeneration;
  processor: Processor;
  tokenizer: PreTrainedTokenizer;
}

let loaded: LoadedModel | null = null;

self.addEventListener("message", ({ data }: MessageEvent<WhisperRequest>) => {
  const work = data.kind === "load" ? load(data.url) : transcribe(data);
  work.catch((error: unknown) => send({ kind: "failed", message: String(error) }));
});

function send(message: WhisperResponse): void {
  self.postMessage(message);
}

async function load(url: string): Promise<void> {
  env.allowLocalModels = false;
  env.allowRemoteModels = true;
  env.remoteHost = url;
  // The files are in the folder itself, not below a model and a revision.
  env.remotePathTemplate = ".";
  env.cacheKey = cacheName;
  const { wasm } = env.backends.onnx;
  if (wasm === undefined) throw new Error("the ONNX runtime has no WebAssembly backend");
  // Only the file is named: the runtime's script is part of this worker.
  wasm.wasmPaths = { wasm: runtimeUrl };
  // More threads need shared memory, which our pages do not have.
  wasm.numThreads = 1;
  try {
    const options = { progress_callback: progressReporter() };
    const [model, processor, tokenizer] = await Promise.all([
      WhisperForConditionalGeneration.from_pretrained(modelName, { ...options, device: "wasm", dtype: "q8" }),
      AutoProcessor.from_pretrained(modelName),
      AutoTokenizer.from_pretrained(modelName),
    ]);
    loaded = { model: model as WhisperForConditionalGeneration, processor, tokenizer };
  } catch (error) {
    // The browser may have stored a file that was wrong.
    await caches.delete(cacheName);
    throw error;
  }
  const { is_multilingual } = (loaded.model.generation_config ?? {}) as { is_multilingual?: boolean };
  send({ kind: "loaded", isMultilingual: is_multilingual === true });
}

/** Sends each percentage once. */
function progressReporter(): (info: ProgressInfo) => void {
  let last = -1;
  return (info) => {
    if (info.status !== "progress_total") return;
    const percent = Math.floor(info.progress);
    if (percent <= last) return;
    last = percent;
    send({ kind: "downloading", percent });
  };
}

async function transcribe({
  id,
  samples,
  language,
}: Extract<WhisperRequest, { kind: "transcribe" }>): Promise<void> {
  if (loaded === null) throw new Error("the model is not loaded");
  const { model, processor, tokenizer } = loaded;
  const { input_features } = (await processor(samples)) as { input_features: Tensor };
  const options = {
    inputs: input_features,
    max_new_tokens: maxTokens,
    ...(language === null ? {} : { language, task: "transcribe" }),
  };
  // The library's types require a whole configuration, for which the model's own is the default.
  const tokens = (await model.generate(options as unknown as GenerateOptions)) as Tensor;
  const [text = ""] = tokenizer.batch_decode(tokens, { skip_special_tokens: true });
  send({ kind: "text", id, text });
}
