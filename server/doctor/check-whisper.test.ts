import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type LocalWeights,
  startLocalWeights,
  type WeightsFault,
} from "../testing/whisper/weights-server.ts";
import { checkTranscription } from "./check-transcription.ts";
import { checkWhisper } from "./check-whisper.ts";

let weights: LocalWeights;
let url: string;
const config = { publicUrl: "https://greenroom.example" };
beforeAll(async () => {
  weights = await startLocalWeights();
  url = weights.settings.GREENROOM_WHISPER_URL ?? "";
});
beforeEach(() => weights.setFault(null));
afterAll(() => weights.close());

describe("the doctor, asked about Whisper's weights", () => {
  it("finds all files of a model", async () => {
    const found = await checkWhisper(config, url);
    expect(found).toMatchObject({ name: "Whisper's weights", level: "ok" });
    expect(found.message).toContain("all 7 files");
  });

  it.each<[WeightsFault, string]>([
    ["missing", "onnx/encoder_model_quantized.onnx answers 404"],
    ["not-weights", "config.json is not JSON"],
    ["no-cors", "config.json has no Access-Control-Allow-Origin for https://greenroom.example"],
    ["hang", "no answer within"],
  ])("names the problem: %s", async (fault, words) => {
    weights.setFault(fault);
    const found = await checkWhisper(config, url);
    expect(found.level).toBe("error");
    expect(found.message).toContain(words);
  });

  it("says that Whisper transcribes where a browser cannot", async () => {
    const found = await checkTranscription(null, { whisperUrl: url });
    expect(found).toMatchObject({ name: "transcription", level: "ok" });
    expect(found.message).toContain("and by Whisper in the others");
  });

  it("names the missing file of a wrong folder", async () => {
    expect((await checkWhisper(config, `${url}/onnx`)).message).toContain("answers 404");
  });
});
