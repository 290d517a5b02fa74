import { maxPdfBytes } from "@greenroom/contract/kernel/pdf.ts";
import { type ResumeData, resumeDataInputSchema } from "@greenroom/contract/people/resume-data.ts";
import { emptyResume } from "@greenroom/contract/people/resume-labels.ts";
import fc from "fast-check";
import { PDFDocument } from "pdf-lib";
import { describe, expect, it } from "vitest";
import { resavePdf } from "../../kernel/pdf/resave-pdf.ts";
import { longResumes } from "../../testing/files.ts";
import { renderResume } from "./render-resume.ts";
import { buildResumeDocument } from "./resume-pdf.ts";
import {
  devanagariResume,
  fullResume,
  longResume,
  readActualText,
  readPdf,
  readStructure,
} from "./resumes.testing.ts";

const meera = {
  firstName: "Meera",
  lastName: "Iyer",
  email: "meera@test.example",
  mobileNumber: "+91 98765 43210",
};

const render = (resumeData: ResumeData | null, person = meera) =>
  renderResume(buildResumeDocument({ ...person, resumeData }));

describe("the PDF of a resume", () => {
  it.each([
    ["an empty resume", emptyResume, 1],
    ["a full one", fullResume, 1],
    ["a long one", longResume, 4],
  ] as const)("of %s is a PDF that our own upload accepts", async (_name, data, pages) => {
    const content = await render(data);
    expect((await resavePdf({ content, maxBytes: maxPdfBytes })).kind).toBe("saved");
    expect((await PDFDocument.load(content)).getPageCount()).toBe(pages);
    expect(content.toString("latin1")).toContain("/Marked true");
  });

  it("reads in Devanagari letter by letter, in order", async () => {
    const content = await render(devanagariResume, { ...meera, firstName: "शक्ति", lastName: "हिंदी" });
    expect(await readActualText(content)).toEqual([
      "शक्ति हिंदी",
      "डेटा वैज्ञानिक",
      "पुणे, महाराष्ट्र",
      "मशीन लर्निंग और सांख्यिकी में तीन वर्ष का अनुभव। हिंदी, मराठी और English में काम।",
      "मुंबई विश्वविद्यालय",
      "बी.टेक, संगणक शास्त्र",
      "Advanced: पायथन",
    ]);
    // Its Latin parts can be read from the glyphs.
    const [text] = await readPdf(content);
    const places = ["meera@test.example", "SUMMARY", "EDUCATION", "2018 – 2022", "SKILLS"].map(
      (piece) => text?.indexOf(piece) ?? -1,
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it("tags each piece with its role, and each link with its target", async () => {
    const { roles, links } = await readStructure(await render(fullResume));
    const heads = roles.filter((role) => /^H\d$/.test(role));
    expect(roles.slice(0, 2)).toEqual(["Root", "Document"]);
    // The name, then each section with its entries.
    expect(heads.join(" ")).toBe("H1 H2 H2 H3 H3 H2 H3 H2 H2 H3");
    expect(roles.filter((role) => role === "Link")).toHaveLength(4);
    expect(links).toEqual([
      "mailto:meera@test.example",
      fullResume.personal.linkedin,
      fullResume.personal.github,
      fullResume.projects[0]?.url,
    ]);
  });

  it.each(Object.entries(longResumes))(
    "of the longest allowed resume has a bounded number of pages: %s",
    async (_name, resume) => {
      // The longest resume that the form accepts.
      expect(resumeDataInputSchema.safeParse(resume).error).toBeUndefined();
      const content = await render(resume);
      const pages = (await PDFDocument.load(content)).getPageCount();
      expect(pages).toBeGreaterThan(1);
      expect(pages).toBeLessThan(200);
      // A drawn character takes a few bytes, and a line needs a tag too.
      expect(content.length).toBeLessThan(1_500_000);
    },
    60_000,
  );

  it("never leaves an entry's heading alone at the foot of a page", async () => {
    const sentence = "Built and measured a ranking model that people used. ";
    const lengths = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 4, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(lengths, async (sentences) => {
        const experience = sentences.map((count, index) => ({
          jobTitle: `Engineer ${index}`,
          company: `Company ${index}`,
          location: "",
          startDate: "2020-01-01",
          endDate: "",
          description: sentence.repeat(count),
        }));
        const projects = [{ name: "Last", url: "", description: sentence.repeat(4) }];
        const pages = await readPdf(await render({ ...fullResume, experience, projects }));
        expect(pages.length).toBeGreaterThan(0);
        for (const page of pages) {
          const lines = page.split("\n").map((line) => line.trim());
          const last = lines.filter((line) => line !== "" && !/· \d+ \/ \d+$/.test(line)).at(-1) ?? "";
          expect(last).not.toMatch(/^(Engineer|Company) \d|^[A-Z]+$|^Last$/);
        }
      }),
      { numRuns: 10 },
    );
  });
});
