import type { WhisperFile } from "@greenroom/contract/rooms/whisper-files.ts";
import { elementTypes, writeOnnxModel } from "./onnx-model.ts";

/* A model with Whisper's interface that recognizes no speech: it writes the same words for every sound. */

export const whisperWords = "I would start from precision.";

const special = [
  "<|endoftext|>",
  "<|startoftranscript|>",
  "<|en|>",
  "<|hi|>",
  "<|transcribe|>",
  "<|notimestamps|>",
];
const english = ["I", "Ġwould", "Ġstart", "Ġfrom", "Ġprecision", "."];
const [end = 0, start = 1, en = 2, hi = 3, transcribe = 4, noTimestamps = 5] = special.keys();
const melBands = 80;
const width = 4;
const heads = 1;

/** For each token, a high value for the token that follows it. */
function follow(tokens: readonly string[]): Float32Array {
  const size = tokens.length;
  const table = new Float32Array(size * size);
  const next = (from: number, to: number) => {
    table[from * size + to] = 10;
  };
  next(noTimestamps, special.length);
  for (let token = special.length; token < size; token += 1) next(token, token + 1 < size ? token + 1 : end);
  return table;
}

/** The files of the model, by their names in a model's folder. */
export function whisperModelFiles(): Record<WhisperFile, Buffer> {
  const vocabulary = [...special, ...english];
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  return {
    "config.json": json({
      model_type: "whisper",
      architectures: ["WhisperForConditionalGeneration"],
      is_encoder_decoder: true,
      d_model: width,
      encoder_layers: 1,
      encoder_attention_heads: heads,
      decoder_layers: 1,
      decoder_attention_heads: heads,
      num_hidden_layers: 1,
      num_mel_bins: melBands,
      max_source_positions: 1500,
      max_target_positions: 448,
      vocab_size: vocabulary.length,
      decoder_start_token_id: start,
      eos_token_id: end,
      bos_token_id: end,
      pad_token_id: end,
    }),
    "generation_config.json": json({
      is_multilingual: true,
      decoder_start_token_id: start,
      eos_token_id: end,
      pad_token_id: end,
      no_timestamps_token_id: noTimestamps,
      lang_to_id: { "<|en|>": en, "<|hi|>": hi },
      task_to_id: { transcribe },
      max_length: 448,
    }),
    "preprocessor_config.json": json({
      feature_extractor_type: "WhisperFeatureExtractor",
      processor_class: "WhisperProcessor",
      feature_size: melBands,
      sampling_rate: 16_000,
      hop_length: 160,
      chunk_length: 30,
      n_fft: 400,
      n_samples: 480_000,
      nb_max_frames: 3000,
      padding_value: 0,
      return_attention_mask: false,
    }),
    "tokenizer_config.json": json({ tokenizer_class: "WhisperTokenizer", errors: "replace" }),
    "tokenizer.json": json({
      version: "1.0",
      added_tokens: special.map((content, id) => ({ id, content, special: true, ...plainToken })),
      normalizer: null,
      pre_tokenizer: { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true },
      post_processor: null,
      decoder: { type: "ByteLevel", add_prefix_space: true, trim_offsets: true, use_regex: true },
      model: {
        type: "BPE",
        vocab: Object.fromEntries(vocabulary.map((token, id) => [token, id])),
        merges: [],
      },
    }),
    "onnx/encoder_model_quantized.onnx": writeOnnxModel({
      inputs: [{ name: "input_features", type: elementTypes.float, shape: ["batch", melBands, 3000] }],
      outputs: [{ name: "last_hidden_state", type: elementTypes.float, shape: [1, 2, width] }],
      nodes: [{ operator: "Identity", inputs: ["states"], output: "last_hidden_state" }],
      constants: [{ name: "states", shape: [1, 2, width], values: new Float32Array(2 * width) }],
    }),
    "onnx/decoder_model_merged_quantized.onnx": writeDecoder(vocabulary),
  };
}

const plainToken = { single_word: false, lstrip: false, rstrip: false, normalized: false };

function writeDecoder(vocabulary: readonly string[]): Buffer {
  const size = vocabulary.length;
  const cached = ["decoder.key", "decoder.value", "encoder.key", "encoder.value"];
  const cacheShape = ["batch", heads, "length", width / heads];
  const cache = (prefix: string) =>
    cached.map((name) => ({ name: `${prefix}.0.${name}`, type: elementTypes.float, shape: cacheShape }));
  return writeOnnxModel({
    inputs: [
      { name: "input_ids", type: elementTypes.int64, shape: ["batch", "tokens"] },
      { name: "encoder_hidden_states", type: elementTypes.float, shape: ["batch", "frames", width] },
      ...cache("past_key_values"),
      { name: "use_cache_branch", type: elementTypes.bool, shape: [1] },
    ],
    outputs: [
      { name: "logits", type: elementTypes.float, shape: ["batch", "tokens", size] },
      ...cache("present"),
    ],
    nodes: [
      { operator: "Gather", inputs: ["follow", "input_ids"], output: "logits" },
      ...cached.map((name) => ({
        operator: "Identity" as const,
        inputs: [`past_key_values.0.${name}`],
        output: `present.0.${name}`,
      })),
    ],
    constants: [{ name: "follow", shape: [size, size], values: follow(vocabulary) }],
  });
}
