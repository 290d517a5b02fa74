import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LaunchOptions } from "@playwright/test";
import config from "../../playwright.config.ts";
import { toneWav } from "../../server/testing/files.ts";

/** Launch options for a browser whose microphone repeats the sentence. */
export function launchWithSpeech(sentence: string): LaunchOptions {
  return {
    ...config.use?.launchOptions,
    args: [
      ...(config.use?.launchOptions?.args ?? []),
      "--use-fake-device-for-media-stream=fps=5",
      "--use-fake-ui-for-media-stream",
      `--use-file-for-fake-audio-capture=${makeSpeech(sentence)}`,
      "--allow-loopback-in-peer-connection",
    ],
  };
}

/** A sentence and a pause, spoken by espeak-ng; a tone of the same length if that is not installed. */
function makeSpeech(sentence: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "greenroom-speech-")), "speech.wav");
  try {
    const ssml = `<speak>${sentence}<break time="2500ms"/>.</speak>`;
    execFileSync("espeak-ng", ["-m", "-w", file, ssml], { stdio: "ignore" });
  } catch {
    const tone = toneWav({ seconds: 3 });
    const quiet = toneWav({ seconds: 3, level: 0 }).subarray(44);
    tone.writeUInt32LE(36 + 2 * quiet.length, 4);
    tone.writeUInt32LE(2 * quiet.length, 40);
    writeFileSync(file, Buffer.concat([tone, quiet]));
  }
  return file;
}
