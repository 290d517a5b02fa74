import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";

/** A film of a page: its pictures with how long each stood, and the words that were said over it. */
export interface Film {
  /** Says a line under the pictures until the next one. */
  say(words: string): void;
  /** Ends the film; answers ffmpeg's list of pictures and the captions as WebVTT. */
  finish(): Promise<{ list: string; captions: string }>;
}

/** Takes pictures as fast as they come, in a folder. */
export function startFilm(folder: string, page: Page): Film {
  let isOver = false;
  const begin = performance.now();
  const frames: { file: string; at: number }[] = [];
  const lines: { words: string; at: number }[] = [];
  const now = () => (performance.now() - begin) / 1000;

  async function shoot(): Promise<void> {
    while (!isOver) {
      const at = now();
      const picture = await page.screenshot({ type: "jpeg", quality: 94, animations: "allow" });
      const file = path.join(folder, `${String(frames.length).padStart(5, "0")}.jpg`);
      await writeFile(file, picture);
      frames.push({ file, at });
    }
  }
  const shooting = shoot();

  return {
    say(words) {
      lines.push({ words, at: now() });
    },
    async finish() {
      isOver = true;
      await shooting;
      const end = now();
      const entries = frames.map(({ file, at }, index) => {
        const until = frames[index + 1]?.at ?? end;
        return `file '${file}'\nduration ${(until - at).toFixed(3)}`;
      });
      const cues = lines.map(
        ({ words, at }, index) => `${stamp(at)} --> ${stamp(lines[index + 1]?.at ?? end)}\n${words}`,
      );
      return { list: `${entries.join("\n")}\n`, captions: `WEBVTT\n\n${cues.join("\n\n")}\n` };
    },
  };
}

/** Seconds as WebVTT writes them: `00:07.250`. */
function stamp(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${String(minutes).padStart(2, "0")}:${(seconds - minutes * 60).toFixed(3).padStart(6, "0")}`;
}
