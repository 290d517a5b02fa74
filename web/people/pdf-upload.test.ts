import { describe, expect, it } from "vitest";
import { findFileProblem, formatSize } from "./pdf-upload.tsx";

const file = (type: string, name = "feedback.pdf", size = 1000) => ({ type, name, size });

describe("a file to upload", () => {
  it.each([
    ["none", null, "Please select a file to upload."],
    ["a PDF", file("application/pdf"), null],
    ["a PDF from a system without file types", file("", "Feedback.PDF"), null],
    ["a picture", file("image/png", "feedback.png"), "Only PDF files are supported."],
    ["a picture with the extension .pdf", file("image/png"), "Only PDF files are supported."],
    ["another file without a type", file("", "feedback.docx"), "Only PDF files are supported."],
    ["an empty PDF", file("application/pdf", "a.pdf", 0), "This file is empty."],
    ["the largest", file("application/pdf", "a.pdf", 10 * 1024 * 1024), null],
    [
      "one byte over the limit",
      file("application/pdf", "a.pdf", 10 * 1024 * 1024 + 1),
      "This file is larger than 10 MB.",
    ],
  ])("%s", (_, chosen, problem) => {
    expect(findFileProblem(chosen)).toBe(problem);
  });

  it("has a readable size", () => {
    expect([formatSize(1), formatSize(320 * 1024), formatSize(1.4 * 1024 * 1024)]).toEqual([
      "1 KB",
      "320 KB",
      "1.4 MB",
    ]);
  });
});
