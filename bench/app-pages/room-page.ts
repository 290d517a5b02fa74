import { chromium } from "@playwright/test";
import type { SeededRoom } from "../rooms/room-seed.ts";
import { withRoom } from "../rooms/with-room.ts";
import { countScriptBytes } from "./count-script-bytes.ts";

/* JavaScript over the network, compressed, until a person has joined a room of the built product with an
   empty cache; then what opening the editor adds. `npm run bench:room-page`. Fails when
   the room exceeds its limit. */

const port = 3920;
const maxRoomBytes = 250_000;

async function measure({ bookingId, people }: SeededRoom): Promise<Record<string, number>> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"].concat([
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
    ]),
  });
  try {
    const context = await browser.newContext();
    const [interviewer] = people;
    await context.addInitScript(
      ([token, user]) => {
        localStorage.setItem("greenroom.token", token as string);
        localStorage.setItem("greenroom.user", user as string);
      },
      [
        interviewer.token,
        JSON.stringify({ _id: interviewer.id, role: "interviewer", email: "1@bench.example" }),
      ],
    );
    const page = await context.newPage();
    const countedBytes = await countScriptBytes(context, page);
    const figures: Record<string, number> = {};
    await page.goto(`http://localhost:${port}/room/${bookingId}`);
    await page.getByRole("button", { name: /^Join/ }).waitFor();
    await page.waitForLoadState("networkidle");
    figures["at the door"] = countedBytes();
    await page.getByRole("button", { name: /^Join/ }).click();
    await page.getByRole("tab", { name: "Chat" }).waitFor();
    await page.waitForLoadState("networkidle");
    figures["in the room"] = countedBytes();
    await page.getByRole("tab", { name: /^Code/ }).click();
    await page.getByRole("textbox", { name: "Shared code" }).waitFor();
    figures["with the editor"] = countedBytes();
    return figures;
  } finally {
    await browser.close();
  }
}

await withRoom({ port }, async (room) => {
  const figures = await measure(room);
  for (const [where, bytes] of Object.entries(figures)) {
    process.stdout.write(`JavaScript ${where}: ${(bytes / 1000).toFixed(1)} kB\n`);
  }
  const isOver = (figures["in the room"] ?? Number.POSITIVE_INFINITY) > maxRoomBytes;
  process.stdout.write(
    `The room ${isOver ? "takes more than" : "stays within"} ${maxRoomBytes / 1000} kB.\n`,
  );
  process.exitCode = isOver ? 1 : 0;
});
