import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The browser that draws and takes the pictures. */
export const chromiumPath = process.env.CHROME_PATH ?? "/usr/bin/chromium";

/**
 * Runs ffmpeg (Debian: `ffmpeg`). Only people who make the pictures need it, because the results are
 * committed.
 */
export async function ffmpeg(...args: string[]): Promise<void> {
  await run("ffmpeg", ["-y", "-hide_banner", "-loglevel", "error", ...args], { maxBuffer: 1 << 26 });
}

/** The options for a still picture as AVIF; `quality` from 0, the best, to 63. */
export function avif(quality: number): string[] {
  const encoder = ["-c:v", "libaom-av1", "-still-picture", "1", "-cpu-used", "4", "-pix_fmt", "yuv420p"];
  return [...encoder, "-crf", String(quality)];
}

/** Encodes a still picture as AVIF and WebP, `width` wide, at `target` plus their extensions. */
export async function encodeStill(source: string, target: string, width: number): Promise<void> {
  const scale = ["-vf", `scale=${width}:-2:flags=lanczos`];
  await ffmpeg(
    "-i",
    source,
    ...scale,
    "-c:v",
    "libwebp",
    "-quality",
    "78",
    "-preset",
    "text",
    `${target}.webp`,
  );
  await ffmpeg("-i", source, ...scale, ...avif(30), `${target}.avif`);
}
