import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { CDPSession, Page } from "@playwright/test";

/** A film of pages: its frames with the duration of each, and its captions. */
export interface Film {
  /**
   * Films this page until the scene ends. A scene that took longer than `seconds`, on a slow machine or with
   * much typing, is sped up.
   */
  startScene(page: Page, seconds: number): Promise<void>;
  /**
   * Ends the scene; what comes before the next `startScene` is not in the film. Returns the seconds filmed so
   * far.
   */
  endScene(): Promise<number>;
  /** Shows a caption under the pictures until the next one. */
  addCaption(words: string): void;
  /** Ends the film; returns ffmpeg's list of frames and the captions as WebVTT. */
  finish(): Promise<{ list: string; captions: string }>;
}

interface Scene {
  camera: CDPSession;
  /** The length of the film before it, in seconds. */
  startSeconds: number;
  /** How long it may last, in seconds. */
  maxSeconds: number;
  /** When it began, in milliseconds; null before its first frame. */
  startedAt: number | null;
  frames: { file: string; at: number }[];
  captions: { words: string; at: number }[];
}

/** No frame lasts longer than this, in seconds: the film skips the time of waiting for the server. */
const maxStillSeconds = 1.6;

/**
 * Returns the seconds of waiting that are removed before an instant, given the times of all frames and of the
 * end.
 */
function createStillSkipper(times: number[]): (at: number) => number {
  return (at) =>
    times.slice(1).reduce((skipped, time, index) => {
      const since = times[index] ?? 0;
      return skipped + Math.max(0, Math.min(time, at) - since - maxStillSeconds);
    }, 0);
}

/** Captions stand a little above the edge of the picture (WebVTT §4.4). */
const captionPlace = "line:84%";

/** Captures each frame that a page draws, in a folder. */
export function startFilm(folder: string): Film {
  const frames: Scene["frames"] = [];
  const captions: Scene["captions"] = [];
  const writing: Promise<void>[] = [];
  let length = 0;
  let scene: Scene | null = null;
  const elapsedSeconds = ({ startedAt }: Scene) =>
    startedAt === null ? 0 : (performance.now() - startedAt) / 1000;

  async function endScene(): Promise<number> {
    if (scene === null) return length;
    const over = scene;
    const ended = elapsedSeconds(over);
    scene = null;
    await over.camera.detach();
    const spared = createStillSkipper([...over.frames.map(({ at }) => at), ended]);
    const took = ended - spared(ended);
    const pace = Math.min(1, over.maxSeconds / took);
    const inFilm = (at: number) => over.startSeconds + pace * (at - spared(at));
    for (const frame of over.frames) frames.push({ ...frame, at: inFilm(frame.at) });
    for (const line of over.captions) captions.push({ ...line, at: inFilm(line.at) });
    length = over.startSeconds + pace * took;
    console.warn(`a scene of ${took.toFixed(1)} s at ${(1 / pace).toFixed(1)} times its pace`);
    return length;
  }

  function saveFrame(current: Scene, picture: string): void {
    current.startedAt ??= performance.now();
    const file = path.join(folder, `${String(writing.length).padStart(5, "0")}.jpg`);
    current.frames.push({ file, at: elapsedSeconds(current) });
    writing.push(writeFile(file, Buffer.from(picture, "base64")));
  }

  return {
    async startScene(page, seconds) {
      await endScene();
      const camera = await page.context().newCDPSession(page);
      const current: Scene = {
        camera,
        startSeconds: length,
        maxSeconds: seconds,
        startedAt: null,
        frames: [],
        captions: [],
      };
      scene = current;
      camera.on("Page.screencastFrame", ({ data, sessionId }) => {
        if (scene !== current) return;
        saveFrame(current, data);
        camera.send("Page.screencastFrameAck", { sessionId }).catch((error: unknown) => {
          // After the end of the scene, the last frame may still have been on the way, which is fine.
          if (scene === current) throw error;
        });
      });
      await camera.send("Page.startScreencast", { format: "jpeg", quality: 94 });
    },
    endScene,
    addCaption(words) {
      if (scene === null) throw new Error(`no scene is being filmed for the caption "${words}"`);
      scene.captions.push({ words, at: elapsedSeconds(scene) });
    },
    async finish() {
      await endScene();
      await Promise.all(writing);
      const entries = frames.map(({ file, at }, index) => {
        const until = frames[index + 1]?.at ?? length;
        return `file '${file}'\nduration ${(until - at).toFixed(3)}`;
      });
      const cues = captions.map(
        ({ words, at }, index) =>
          `${formatTimestamp(at)} --> ${formatTimestamp(captions[index + 1]?.at ?? length)} ${captionPlace}\n${words}`,
      );
      // ffmpeg ignores the duration of the last entry, unless its file follows once more.
      const last = frames.at(-1);
      if (last !== undefined) entries.push(`file '${last.file}'`);
      return { list: `${entries.join("\n")}\n`, captions: `WEBVTT\n\n${cues.join("\n\n")}\n` };
    },
  };
}

/** Formats seconds for WebVTT: `00:07.250`. */
function formatTimestamp(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${String(minutes).padStart(2, "0")}:${(seconds - minutes * 60).toFixed(3).padStart(6, "0")}`;
}
