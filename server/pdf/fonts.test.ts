import { extractText, getDocumentProxy } from "unpdf";
import { beforeEach, expect, it, vi } from "vitest";
import type { FontName } from "./fonts.ts";

// Opens the fonts anew, as a new worker does: what earlier documents used must not matter.
beforeEach(() => {
  vi.resetModules();
});

async function renderText(text: string, font: FontName): Promise<string> {
  const { openPdfDocument } = await import("./pdf-document.ts");
  const document = await openPdfDocument({ title: "-", author: "-", footer: "" });
  document.write("P", text, { font, size: 12, color: "#000" });
  const content = await document.finish();
  const read = await extractText(await getDocumentProxy(new Uint8Array(content)), { mergePages: true });
  return read.text.trim();
}

it.each(["regular", "bold", "display", "displayBold"] as const)(
  "copied text is right in the second document, too: %s",
  async (font) => {
    // The dots of a colon and of an "i" are parts of these glyphs, and glyphs of their own.
    expect(await renderText("18:00 to 18:45; ij%", font)).toBe("18:00 to 18:45; ij%");
    const text = "4.0, at 18:05! Nice/(good) · é ü ñ";
    expect(await renderText(text, font)).toBe(text);
  },
);
