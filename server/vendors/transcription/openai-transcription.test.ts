import { afterAll, describe, expect, it } from "vitest";
import { toneWav } from "../../testing/files.ts";
import { startLocalTranscription } from "../../testing/providers/transcription-server.ts";
import { openaiTranscription } from "./openai-transcription.ts";

const service = await startLocalTranscription();
afterAll(() => service.close());

function adapter(key = service.settings.GREENROOM_TRANSCRIPTION_KEY as string) {
  const { GREENROOM_TRANSCRIPTION_URL: url = "", GREENROOM_TRANSCRIPTION_MODEL: model = "" } =
    service.settings;
  return openaiTranscription({ url, key, model });
}
const request = { audio: toneWav({ seconds: 0.5 }), language: "hi", vocabulary: ["PyTorch", "XGBoost"] };
const transcribe = (within = 5_000) => adapter().transcribe(request, AbortSignal.timeout(within));

describe("a transcription service", () => {
  it("gets the audio with language and vocabulary, and its text is returned", async () => {
    service.say("मैं precision से शुरू करूँगी");
    expect(await transcribe()).toBe("मैं precision से शुरू करूँगी");
    expect(service.heard.at(-1)).toEqual({ seconds: 0.5, language: "hi", prompt: "PyTorch, XGBoost" });
  });

  it.each([401, 500, "malformed", "no-text", "redirect"] as const)(
    "is unavailable when it answers %s",
    async (fault) => {
      service.failNext(fault);
      await expect(transcribe()).rejects.toMatchObject({ code: "unavailable" });
    },
  );

  it("passes on the retry delay of a 429", async () => {
    service.failNext(429);
    await expect(transcribe()).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 7 });
  });

  it("is unavailable when it hangs", async () => {
    service.failNext("hang");
    await expect(transcribe(200)).rejects.toMatchObject({ code: "unavailable" });
  });

  it("is unavailable when our key is wrong", async () => {
    const wrong = adapter("sk-other").transcribe(request, AbortSignal.timeout(5_000));
    await expect(wrong).rejects.toMatchObject({ code: "unavailable" });
  });
});
