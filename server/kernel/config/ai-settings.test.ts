import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const url = "https://models.example/v1/";
const model = { GREENROOM_AI_URL: url, GREENROOM_AI_MODEL: "small" };

describe("the settings of reports and transcripts", () => {
  it("are off unless they are set", () => {
    const { ai, transcription, correctionMinutes } = readConfig({});
    expect([ai, transcription, correctionMinutes]).toEqual([null, null, 20]);
  });

  it("name a model, which may run on this machine without a key", () => {
    expect(readConfig(model).ai).toEqual({
      dialect: "openai",
      url: "https://models.example/v1",
      key: null,
      model: "small",
      prices: null,
    });
    const own = { ...model, GREENROOM_AI_URL: "http://localhost:8080/v1", GREENROOM_AI_DIALECT: "anthropic" };
    expect(readConfig({ ...own, GREENROOM_AI_PRICES: "3,0.5" }).ai).toMatchObject({
      dialect: "anthropic",
      prices: { input: 3, output: 0.5 },
    });
  });

  it("name a transcription service", () => {
    const named = { GREENROOM_TRANSCRIPTION_URL: url, GREENROOM_TRANSCRIPTION_MODEL: "whisper-1" };
    expect(readConfig({ ...named, GREENROOM_TRANSCRIPTION_KEY: "k" }).transcription).toEqual({
      url: "https://models.example/v1",
      key: "k",
      model: "whisper-1",
    });
  });

  it.each([
    [{ GREENROOM_AI_URL: url }, "GREENROOM_AI_MODEL must be set together with the other"],
    [{ GREENROOM_AI_MODEL: "small" }, "GREENROOM_AI_URL must be set together with the other"],
    [{ GREENROOM_AI_KEY: "sk" }, "must be set together with GREENROOM_AI_KEY"],
    [{ ...model, GREENROOM_AI_URL: "http://models.example/v1" }, "GREENROOM_AI_URL must be an https address"],
    [{ ...model, GREENROOM_AI_DIALECT: "klingon" }, "GREENROOM_AI_DIALECT must be openai or anthropic"],
    [{ ...model, GREENROOM_AI_PRICES: "3" }, "GREENROOM_AI_PRICES must be two prices"],
    [{ GREENROOM_CORRECTION_MINUTES: "-1" }, "GREENROOM_CORRECTION_MINUTES must be a number from 0 to 1440"],
    [{ GREENROOM_TRANSCRIPTION_KEY: "k" }, "must be set together with GREENROOM_TRANSCRIPTION_KEY"],
  ])("that cannot be right stop the start: %j", (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence);
  });
});
