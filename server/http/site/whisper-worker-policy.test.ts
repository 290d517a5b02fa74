import { describe, expect, it } from "vitest";
import { whisperWorkerPolicy } from "./whisper-worker-policy.ts";

const url = "https://weights.example/models/whisper";
const file = "/site/assets/whisper-worker-BsOwPf8d.js";

describe("the worker that runs Whisper", () => {
  it.each([file, `${file}.br`])("may load our own files and the operator's folder (%s)", (path) => {
    expect(whisperWorkerPolicy(path, url)).toContain(
      "connect-src 'self' https://weights.example/models/whisper/; ",
    );
    expect(whisperWorkerPolicy(path, url)).toContain("script-src 'self' 'wasm-unsafe-eval'; ");
  });

  it("may load nothing while no folder is set, and no other file may load more", () => {
    expect(whisperWorkerPolicy(file, null)).toBeNull();
    expect(whisperWorkerPolicy("/site/assets/password-worker-DTItFTnp.js", url)).toBeNull();
    expect(whisperWorkerPolicy("/site/whisper-worker-1.js", url)).toBeNull();
  });
});
