import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createContentSecurityPolicy } from "./content-security-policy.ts";

const sha256 = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

function directive(html: string, name: string): string | undefined {
  return createContentSecurityPolicy(html)
    .split("; ")
    .find((part) => part.startsWith(`${name} `));
}

describe("the content-security policy of a page", () => {
  const css = "body{color:red}";

  it.each([
    ["no inline script or style", "<p>", "script-src 'self'", "style-src 'self'"],
    [
      "one of each",
      `<style>${css}</style><script type="module">start()</script>`,
      `script-src 'self' ${sha256("start()")}`,
      `style-src 'self' ${sha256(css)}`,
    ],
    [
      "the same twice",
      `<style>${css}</style><style id="x">${css}</style>`,
      "script-src 'self'",
      `style-src 'self' ${sha256(css)}`,
    ],
    [
      "structured data",
      '<script type="application/ld+json">{}</script>',
      "script-src 'self'",
      "style-src 'self'",
    ],
    [
      "files",
      '<script src="/a.js"></script><link rel="stylesheet" href="/a.css">',
      "script-src 'self'",
      "style-src 'self'",
    ],
  ])("allows what the page contains by its hash: %s", (_, html, script, style) => {
    expect(directive(html, "script-src")).toBe(script);
    expect(directive(html, "style-src")).toBe(style);
  });

  it("allows styles of unknown content in attributes only", () => {
    const allowed = createContentSecurityPolicy("<p>")
      .split("; ")
      .filter((part) => part.includes("'unsafe-inline'"));
    expect(allowed).toEqual(["style-src-attr 'unsafe-inline'"]);
  });
});
