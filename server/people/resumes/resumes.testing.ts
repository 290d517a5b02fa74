import type { ResumeData } from "@greenroom/contract/people/resume-data.ts";
import { decodePDFRawStream, PDFArray, PDFDocument, PDFRawStream } from "pdf-lib";
import { extractText, getDocumentProxy } from "unpdf";

/* For tests only. */

/**
 * The text of a PDF as pdf.js reads it, page by page: from the glyphs, in the order in which they are drawn.
 */
export async function readPdf(content: Buffer): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(content)));
  return text;
}

/** The roles of a page's structure tree in reading order, and the addresses of its links. */
export async function readStructure(content: Buffer, page = 1) {
  const read = await (await getDocumentProxy(new Uint8Array(content))).getPage(page);
  const annotations = (await read.getAnnotations()) as { url?: string }[];
  return {
    roles: rolesIn(await read.getStructTree()),
    links: annotations.flatMap(({ url }) => url ?? []),
  };
}

interface StructureNode {
  role?: string;
  children?: object[];
}

function rolesIn({ role, children = [] }: StructureNode): string[] {
  return [...(role === undefined ? [] : [role]), ...children.flatMap(rolesIn)];
}

/**
 * The text stored with glyphs (`ActualText`), in order. Readers that support it, such as poppler's pdftotext,
 * return it instead of the glyphs; pdf.js does not.
 */
export async function readActualText(content: Buffer): Promise<string[]> {
  const document = await PDFDocument.load(content);
  const streams = document.getPages().flatMap(({ node }) => {
    const contents = node.Contents();
    return contents instanceof PDFArray ? contents.asArray() : (contents ?? []);
  });
  return streams
    .map((stream) => document.context.lookup(stream))
    .filter((stream) => stream instanceof PDFRawStream)
    .map((stream) => Buffer.from(decodePDFRawStream(stream).decode()).toString("latin1"))
    .flatMap((drawn) => [...drawn.matchAll(/\/ActualText <([0-9a-f]+)>/g)])
    .map(([, hex = ""]) => Buffer.from(hex, "hex").swap16().toString("utf16le").replace("\ufeff", ""));
}

/** Two lines of filler text. */
const lines = "Built and measured a ranking model that people actually used. ".repeat(6);

/** A resume with something in every field. */
export const fullResume: ResumeData = {
  personal: {
    jobTitle: "Machine-learning engineer",
    location: "Pune, India",
    linkedin: "https://www.linkedin.com/in/meera-iyer-ml",
    github: "https://github.com/meera-iyer",
    bio: "Ships models that stay shipped. Three years of search and ranking; happiest between the data and the people who use it.",
  },
  education: [
    {
      school: "College of Engineering Pune",
      degree: "B.Tech",
      fieldOfStudy: "Computer Science",
      startYear: 2018,
      endYear: 2022,
    },
  ],
  experience: [
    {
      jobTitle: "ML Engineer",
      company: "Searchly",
      location: "Pune",
      startDate: "2023-06-01",
      endDate: "",
      description: `- Cut p95 latency of retrieval from 480 ms to 90 ms.\n- ${lines}\n\nOwns the offline evaluation.`,
    },
    {
      jobTitle: "Data Science Intern",
      company: "Hawa Labs",
      location: "Remote",
      startDate: "2022-07-01",
      endDate: "2023-05-31",
      description: "Air-quality forecasts for 40 cities.",
    },
  ],
  skills: [
    { name: "Python", level: "Advanced" },
    { name: "PyTorch", level: "Intermediate" },
    { name: "SQL", level: "Advanced" },
    { name: "Kubernetes", level: "Beginner" },
  ],
  projects: [
    {
      name: "tiny-ranker",
      description: "A learning-to-rank library of 800 lines, with its proofs.",
      url: "https://github.com/meera-iyer/tiny-ranker",
    },
  ],
};

/** The same resume, over several pages. */
export const longResume: ResumeData = {
  ...fullResume,
  experience: Array.from({ length: 14 }, (_, index) => ({
    jobTitle: `Engineer ${index + 1}`,
    company: `Company ${index + 1}`,
    location: "Pune",
    startDate: `20${String(24 - index).padStart(2, "0")}-01-01`,
    endDate: index === 0 ? "" : `20${String(25 - index).padStart(2, "0")}-01-01`,
    description: lines.repeat(1 + (index % 3)),
  })),
};

export const devanagariResume: ResumeData = {
  personal: {
    ...fullResume.personal,
    jobTitle: "डेटा वैज्ञानिक",
    location: "पुणे, महाराष्ट्र",
    bio: "मशीन लर्निंग और सांख्यिकी में तीन वर्ष का अनुभव। हिंदी, मराठी और English में काम।",
  },
  education: [
    {
      school: "मुंबई विश्वविद्यालय",
      degree: "बी.टेक",
      fieldOfStudy: "संगणक शास्त्र",
      startYear: 2018,
      endYear: 2022,
    },
  ],
  experience: [],
  skills: [{ name: "पायथन", level: "Advanced" }],
  projects: [],
};
