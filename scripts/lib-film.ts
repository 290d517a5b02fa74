import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { CDPSession, Page } from "@playwright/test";

/** A film of pages: its pictures with how long each stood, and the words that were said over it. */
export interface Film {
  /**
   * Films this page until the scene is cut. A scene that took longer than `seconds`, on a slow machine or where much is
   * typed, is shown so much faster.
   */
  roll(page: Page, seconds: number): Promise<void>;
  /** Ends the scene; what comes before the next `roll` is not in the film. Answers the seconds filmed so far. */
  cut(): Promise<number>;
  /** Says a line under the pictures until the next one. */
  say(words: string): void;
  /** Ends the film; answers ffmpeg's list of pictures and the captions as WebVTT. */
  finish(): Promise<{ list: string; captions: string }>;
}

interface Scene {
  camera: CDPSession;
  /** Seconds of the film before it. */
  from: number;
  /** Seconds that it may last. */
  most: number;
  /** When it began, in milliseconds; null before its first picture. */
  began: number | null;
  frames: { file: string; at: number }[];
  lines: { words: string; at: number }[];
}

/** No picture stands longer than this, in seconds: a server is waited for, the audience is not made to. */
const longestStill = 1.6;

/** How many seconds of waiting are taken out before an instant, given when each picture came and when the last one went. */
function stillsCut(times: number[]): (at: number) => number {
  return (at) =>
    times.slice(1).reduce((spared, time, index) => {
      const since = times[index] ?? 0;
      return spared + Math.max(0, Math.min(time, at) - since - longestStill);
    }, 0);
}

/** Takes each picture that a page draws, in a folder. */
export function startFilm(folder: string): Film {
  const frames: Scene["frames"] = [];
  const lines: Scene["lines"] = [];
  const writing: Promise<void>[] = [];
  let length = 0;
  let scene: Scene | null = null;
  const secondsOf = ({ began }: Scene) => (began === null ? 0 : (performance.now() - began) / 1000);

  async function cut(): Promise<number> {
    if (scene === null) return length;
    const over = scene;
    const ended = secondsOf(over);
    scene = null;
    await over.camera.detach();
    const spared = stillsCut([...over.frames.map(({ at }) => at), ended]);
    const took = ended - spared(ended);
    const pace = Math.min(1, over.most / took);
    const inFilm = (at: number) => over.from + pace * (at - spared(at));
    for (const frame of over.frames) frames.push({ ...frame, at: inFilm(frame.at) });
    for (const line of over.lines) lines.push({ ...line, at: inFilm(line.at) });
    length = over.from + pace * took;
    console.warn(`a scene of ${took.toFixed(1)} s at ${(1 / pace).toFixed(1)} times its pace`);
    return length;
  }

  function keep(current: Scene, picture: string): void {
    current.began ??= performance.now();
    const file = path.join(folder, `${String(writing.length).padStart(5, "0")}.jpg`);
    current.frames.push({ file, at: secondsOf(current) });
    writing.push(writeFile(file, Buffer.from(picture, "base64")));
  }

  return {
    async roll(page, seconds) {
      await cut();
      const camera = await page.context().newCDPSession(page);
      const current: Scene = { camera, from: length, most: seconds, began: null, frames: [], lines: [] };
      scene = current;
      camera.on("Page.screencastFrame", ({ data, sessionId }) => {
        if (scene !== current) return;
        keep(current, data);
        camera.send("Page.screencastFrameAck", { sessionId }).catch((error: unknown) => {
          if (scene === current) throw error; // Else it was cut while its last picture was on the way.
        });
      });
      await camera.send("Page.startScreencast", { format: "jpeg", quality: 94 });
    },
    cut,
    say(words) {
      if (scene === null) throw new Error(`nobody films while "${words}" is said`);
      scene.lines.push({ words, at: secondsOf(scene) });
    },
    async finish() {
      await cut();
      await Promise.all(writing);
      const entries = frames.map(({ file, at }, index) => {
        const until = frames[index + 1]?.at ?? length;
        return `file '${file}'\nduration ${(until - at).toFixed(3)}`;
      });
      const cues = lines.map(
        ({ words, at }, index) => `${stamp(at)} --> ${stamp(lines[index + 1]?.at ?? length)}\n${words}`,
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
