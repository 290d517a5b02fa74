import { describe, expect, it } from "vitest";
import { readConfig } from "../config/config.ts";
import { composeMail, type MailContent } from "./compose.ts";

const { business } = readConfig({ GREENROOM_NAME: "Rehearse & Co" });
const compose = (content: Partial<MailContent>) =>
  composeMail(business, {
    to: "asha@test.example",
    subject: "A subject",
    heading: "A heading",
    paragraphs: ["One.", "Two,\nin two lines."],
    ...content,
  });

describe("a mail", () => {
  it("has the same content in text and in HTML, under the business's name", () => {
    const action = { label: "Open it", url: "https://greenroom.example/a?b=1&c=2" };
    const { text, html } = compose({ highlight: "048213", action });
    for (const part of ["A heading", "048213", "One.", "Open it"]) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    expect(text).toContain("Open it: https://greenroom.example/a?b=1&c=2");
    expect(html).toContain('href="https://greenroom.example/a?b=1&amp;c=2"');
    expect([text, html]).toEqual([
      expect.stringContaining("Rehearse & Co"),
      expect.stringContaining("Rehearse &amp; Co"),
    ]);
    expect(html).toContain("Two,<br>in two lines.");
  });

  it("shows paragraphs whose lines all have a label and a value as a table, and no others", () => {
    const { html } = compose({
      paragraphs: ["Receipt: R-1\nPaid: ₹499.00", "When: now", "Hello: you\nand you"],
    });
    expect(html.match(/<tr><td class="soft row"/g)).toHaveLength(2);
    expect(html).toContain("When: now</p>");
    expect(html).toContain("Hello: you<br>and you");
  });

  it("never turns user input into markup or a second header", () => {
    const { html, subject } = compose({
      subject: "Message from <b>\r\nBcc: all@test.example",
      heading: "<script>1</script> wrote",
      paragraphs: ['<img src=x onerror="1">', "Name: <b>\nAge: <i>"],
    });
    expect(html).not.toMatch(/<(script|img|b|i)[ >]/);
    expect(subject).toBe("Message from <b> Bcc: all@test.example");
  });

  it("shows no code in the preview of a mail list", () => {
    const preview = /<div style="display:none[^>]*>([^<]*)</.exec(compose({ highlight: "048213" }).html)?.[1];
    expect(preview).toBe("One.");
  });
});
