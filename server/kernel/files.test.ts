import { describe, expect, it } from "vitest";
import { cleanFileName } from "./files.ts";

describe("cleanFileName", () => {
  it.each([
    ["Feedback for Asha.pdf", "Feedback for Asha.pdf"],
    ["../../etc/passwd.pdf", "passwd.pdf"],
    ["C:\\temp\\note.PDF", "note.pdf"],
    ['a"b\r\nSet-Cookie: x.pdf', "abSet-Cookie: x.pdf"],
    ["\u202Efdp.exe.pdf", "fdp.exe.pdf"],
    ["\0.pdf", "feedback.pdf"],
    [".pdf", "feedback.pdf"],
    ["प्रतिक्रिया.pdf", "प्रतिक्रिया.pdf"],
    [`${"x".repeat(1000)}.pdf`, `${"x".repeat(120)}.pdf`],
  ])("%j becomes %j", (sent, kept) => {
    expect(cleanFileName(sent, "feedback")).toBe(kept);
  });
});
