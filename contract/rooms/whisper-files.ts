/**
 * The files that the room's page loads from `GREENROOM_WHISPER_URL`: a Whisper model in the layout of Transformers.js,
 * with weights of eight bits.
 */
export const whisperFiles = [
  "config.json",
  "generation_config.json",
  "preprocessor_config.json",
  "tokenizer.json",
  "tokenizer_config.json",
  "onnx/encoder_model_quantized.onnx",
  "onnx/decoder_model_merged_quantized.onnx",
] as const;
export type WhisperFile = (typeof whisperFiles)[number];
