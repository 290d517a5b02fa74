import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "@playwright/test";
import { chromiumPath, ffmpeg } from "./lib-ffmpeg.ts";

/* Draws the icons from favicon.svg, and the preview picture for shared links: `npm run make -- brand`.
   Neither contains the business's name, because that is a setting. */
const publicFolder = path.resolve("web/public");
const images = path.join(publicFolder, "images");
const mark = await readFile(path.join(publicFolder, "favicon.svg"), "utf8");
const font = async (name: string) =>
  `url(data:font/woff2;base64,${(await readFile(path.resolve("web/ui/fonts", name))).toString("base64")})`;

const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});

async function renderHtml(html: string, width: number, height: number, transparent = false): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot({ omitBackground: transparent });
  await page.close();
  return picture;
}

/** The logo alone; a maskable icon and Apple's need a margin, because the system cuts off the corners. */
function icon(size: number, inset: number): string {
  const style = inset > 0 ? "background:#0d5c45" : "";
  return `<body style="margin:0;${style};display:grid;place-items:center;height:100vh"><div style="width:${size - 2 * inset}px;line-height:0">${mark.replace("<svg", '<svg width="100%"')}</div>`;
}

/** An icon file that contains one PNG of 32 by 32. */
function encodeIco(png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, png]);
}

async function renderShareImage(): Promise<string> {
  const poster = (await readFile(path.join(publicFolder, "images/how/practice-1280.webp"))).toString(
    "base64",
  );
  return `<style>
    @font-face { font-family: F; font-weight: 500 700; src: ${await font("fraunces.woff2")}; }
    @font-face { font-family: F; font-style: italic; src: ${await font("fraunces-italic.woff2")}; }
    @font-face { font-family: I; font-weight: 400 700; src: ${await font("inter.woff2")}; }
    body { margin: 0; width: 1200px; height: 630px; overflow: hidden; position: relative; color: #f4efe3;
      background: radial-gradient(36rem 36rem at 80% 8%, rgb(244 183 64 / .34), transparent), #08382b; }
    h1 { position: absolute; left: 72px; top: 150px; margin: 0; font: 570 92px/1.04 F; letter-spacing: -.02em; }
    em { color: #f4b740; }
    p { position: absolute; left: 76px; bottom: 62px; margin: 0; font: 500 28px/1.4 I; color: #c4d3cb; width: 470px; }
    .mark { position: absolute; left: 76px; top: 62px; width: 60px; }
    img { position: absolute; left: 540px; top: 132px; width: 720px; border-radius: 18px; border: 1px solid #2a5648;
      box-shadow: 0 30px 80px -20px rgb(2 12 9 / .7); }
  </style><div class="mark">${mark.replace("<svg", '<svg width="60"')}</div>
  <img src="data:image/webp;base64,${poster}"><h1>Walk in<br><em>already</em><br>warmed up.</h1>
  <p>Live mock interviews for AI, ML and data science.</p>`;
}

const work = await mkdtemp(path.join(tmpdir(), "greenroom-brand-"));
try {
  await mkdir(images, { recursive: true });
  await writeFile(
    path.join(publicFolder, "favicon.ico"),
    encodeIco(await renderHtml(icon(32, 0), 32, 32, true)),
  );
  for (const size of [192, 512])
    await writeFile(path.join(images, `icon-${size}.png`), await renderHtml(icon(size, 0), size, size, true));
  await writeFile(path.join(images, "icon-maskable-512.png"), await renderHtml(icon(512, 80), 512, 512));
  await writeFile(path.join(images, "apple-touch-icon.png"), await renderHtml(icon(180, 14), 180, 180));
  const shared = path.join(work, "share.png");
  await writeFile(shared, await renderHtml(await renderShareImage(), 1200, 630));
  await ffmpeg("-i", shared, "-q:v", "4", path.join(images, "share.jpg"));
} finally {
  await browser.close();
  await rm(work, { recursive: true, force: true });
}
