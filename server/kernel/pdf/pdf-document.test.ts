import { extractText, getDocumentProxy } from "unpdf";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { FontName } from "./fonts.ts";
import { printableText, replaceMissing } from "./text-layout.ts";

describe("fonts", () => {
  // Opens the fonts anew, as a new worker does: what earlier documents used must not matter.
  beforeEach(() => {
    vi.resetModules();
  });

  async function render(lines: [text: string, font: FontName][]) {
    const { openPdfDocument } = await import("./pdf-document.ts");
    const document = await openPdfDocument({ title: "-", author: "-", footer: "" });
    for (const [text, font] of lines) document.write("P", text, { font, size: 12, color: "#000" });
    return await getDocumentProxy(new Uint8Array(await document.finish()));
  }

  async function renderText(text: string, font: FontName): Promise<string> {
    const read = await extractText(await render([[text, font]]), { mergePages: true });
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

  it.each([
    ["display", "regular"],
    ["displayBold", "bold"],
  ] as const)(
    "figures in %s are those of %s, on the same line, and letters are its own",
    async (font, sans) => {
      const document = await render([
        ["Coding: 3 of 5", font],
        ["3", sans],
      ]);
      const { items } = await (await document.getPage(1)).getTextContent();
      const drawn = items.flatMap((item) => ("str" in item && item.str.trim() !== "" ? [item] : []));
      const sansName = drawn.at(-1)?.fontName;
      const heading = drawn.slice(0, -1);
      expect(heading.map(({ str, fontName }) => [str.trim(), fontName === sansName])).toEqual([
        ["Coding:", false],
        ["3", true],
        ["of", false],
        ["5", true],
      ]);
      expect(new Set(heading.map(({ transform }) => transform[5])).size).toBe(1);
    },
  );

  it("a line in several fonts is one link", async () => {
    const { openPdfDocument } = await import("./pdf-document.ts");
    const document = await openPdfDocument({ title: "-", author: "-", footer: "" });
    const style = { font: "bold", size: 12, color: "#000" } as const;
    document.write("Link", "12:41, a → b ≥ c → कल", style, { link: "https://greenroom.example/1" });
    const page = await (await getDocumentProxy(new Uint8Array(await document.finish()))).getPage(1);
    const links = await page.getAnnotations();
    expect(links.map(({ url }) => url)).toEqual(["https://greenroom.example/1"]);
    const [left = 0, , right = 0] = links[0]?.rect ?? [];
    const { items } = await page.getTextContent();
    const ends = items.map((item) => ("str" in item ? item.transform[4] + item.width : 0));
    expect(right - left).toBeGreaterThan(80);
    expect(right).toBeCloseTo(Math.max(...ends), 0);
  });
});

describe("missing letters", () => {
  /** As our fonts: Latin with accents, Greek, Cyrillic, Devanagari, punctuation and arrows. */
  const has = (codePoint: number) =>
    codePoint === 0x200d ||
    /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\u0020-\u007e\u00a0-\u00bf\u2010-\u2040→]/u.test(
      String.fromCodePoint(codePoint),
    );

  it.each([
    ["You said: “split by time → test”, क्‍ष, naïve", "You said: “split by time → test”, क्‍ष, naïve"],
    ["He said السلام عليكم twice", "He said [Arabic text] twice"],
    ["日本語、テスト。", "[Chinese or Japanese text]"],
    ["중앙값 of 5", "[Korean text] of 5"],
    ["நன்றி!", "[Tamil text]!"],
    ["你好 مرحبا", "[Chinese or Japanese text] [Arabic text]"],
    ["Great 🎉🎉 work 👩‍💻", "Great [emoji] work [emoji]"],
    ["∰ x", "[sign] x"],
    ["ሰላም", "[text in another script]"],
    ["def f():\n\treturn '字'\n", "def f():\n\treturn '[Chinese or Japanese text]'\n"],
    ["", ""],
  ])("prints %j as %j", (text, printed) => {
    expect(replaceMissing(text, has)).toBe(printed);
  });
});

describe("printable text", () => {
  it.each([
    ["Great work 🎉!", "Great work!"],
    ["🚀 Ship it", "Ship it"],
    ["a 👩‍💻👍🏽 b", "a b"],
    ["Line one 🙂\n🙂 line two", "Line one\nline two"],
    ["Step 1️⃣ first", "Step 1 first"],
    ["from 🇮🇳 with love ❤️", "from with love"],
    ["Greenroom™ © 2026, क्‍ष stays", "Greenroom™ © 2026, क्‍ष stays"],
    ["🎉🎉", ""],
  ])("prints %j as %j", (text, printed) => {
    expect(printableText(text)).toBe(printed);
  });
});
