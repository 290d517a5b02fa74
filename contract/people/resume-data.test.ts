import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resumeDataInputSchema, resumeDataSchema } from "./resume-data.ts";
import { emptyResume, formatPeriod, formatYears, groupSkillsByLevel } from "./resume-labels.ts";
import { completeHttpUrl, isHttpUrl } from "./web-addresses.ts";

const problem = (data: unknown) => {
  const read = resumeDataInputSchema.safeParse(data);
  return read.success ? null : `${read.error.issues[0]?.path.join(".")}: ${read.error.issues[0]?.message}`;
};

it.each([
  ["linkedin.com/in/asha", "https://linkedin.com/in/asha"],
  [" www.github.com/asha?tab=repositories ", "https://www.github.com/asha?tab=repositories"],
  ["https://linkedin.com/in/asha", "https://linkedin.com/in/asha"],
  ["", ""],
  ["asha", "asha"],
  ["asha@mail.example", "asha@mail.example"],
  ["javascript:alert(1)", "javascript:alert(1)"],
  ["javascript.example:alert(1)", "javascript.example:alert(1)"],
  ["//linkedin.com/in/asha", "//linkedin.com/in/asha"],
])("completes the address %j to %j", (typed, completed) => {
  expect(completeHttpUrl(typed)).toBe(completed);
});

it("stores an address that was typed without https://", () => {
  const read = resumeDataInputSchema.parse({ personal: { linkedin: "linkedin.com/in/asha" } });
  expect(read.personal.linkedin).toBe("https://linkedin.com/in/asha");
});

it.each([
  [{ startYear: "20x8", endYear: "2022" }, ["education.0.startYear"]],
  [{ startYear: "2018", endYear: "20x2" }, ["education.0.endYear"]],
  [{ startYear: "2022", endYear: "2018" }, ["education.0.endYear"]],
])("reports one error for the years %j", (years, paths) => {
  const read = resumeDataInputSchema.safeParse({ education: [years] });
  expect(read.error?.issues.map(({ path }) => path.join("."))).toEqual(paths);
});

describe("a web address", () => {
  it.each([
    ["https://github.com/meera", true],
    ["HTTP://example.org", true],
    ["javascript:alert(1)", false],
    ["data:text/html,x", false],
    ["//example.org", false],
    ["https:///", false],
    ["https://a b", false],
    ["github.com/meera", false],
    ["https://me:secret@example.org", false],
    ["https://example.org:8080/a?b=c#d", true],
    ["java\nscript:alert(1)", false],
  ])("%j: %s", (value, good) => {
    expect(isHttpUrl(value)).toBe(good);
  });

  it("is never anything that a browser would execute", () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        if (isHttpUrl(value)) expect(value).toMatch(/^https?:\/\//i);
      }),
    );
  });
});

describe("a resume", () => {
  it("that is blank equals the empty one", () => {
    expect(resumeDataInputSchema.parse({})).toEqual(emptyResume);
  });

  it.each([
    [{ education: [{ startYear: "20x8" }] }, "education.0.startYear: A year is a number from 1900 to 2100."],
    [
      { experience: [{ description: "a\n".repeat(101).concat("a") }] },
      "experience.0.description: Description can be at most 100 lines long.",
    ],
    [
      { projects: Array.from({ length: 30 }, () => ({ description: "a".repeat(4_000) })) },
      "projects: Your resume is too long: it can be at most 1,00,000 characters long in all.",
    ],
    [{ education: [{ startYear: 2018.5 }] }, "education.0.startYear: A year is a number from 1900 to 2100."],
    [
      { education: [{ startYear: 2022, endYear: 2018 }] },
      "education.0.endYear: The end year is before the start year.",
    ],
    [{ experience: [{ startDate: "2024-02-30" }] }, "experience.0.startDate: Enter a date as YYYY-MM-DD."],
    [{ experience: [{ startDate: "01/02/2024" }] }, "experience.0.startDate: Enter a date as YYYY-MM-DD."],
    [
      { experience: [{ startDate: "2024-02-01", endDate: "2024-01-31" }] },
      "experience.0.endDate: The end date is before the start date.",
    ],
    [
      { skills: [{ name: "Go", level: "Expert" }] },
      "skills.0.level: A level is one of Beginner, Intermediate, Advanced.",
    ],
    [{ skills: Array(61).fill({ name: "x" }) }, "skills: A resume holds at most 60 entries here."],
    [{ personal: { bio: "a\0b" } }, "personal.bio: Summary has a character that cannot be used."],
  ])("%j is refused", (data, sentence) => {
    expect(problem(data)).toBe(sentence);
  });

  it("can be read after writing, and written again unchanged", () => {
    const line = fc.string({ maxLength: 40, unit: "grapheme" });
    const year = fc.oneof(fc.integer({ min: 1900, max: 2100 }), fc.constant(null), fc.constant("2020"));
    const resume = fc.record({
      personal: fc.record({ jobTitle: line, bio: line }),
      education: fc.array(fc.record({ school: line, startYear: year }), { maxLength: 4 }),
      skills: fc.array(fc.record({ name: line }), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(resume, (data) => {
        const written = resumeDataInputSchema.safeParse(data);
        if (!written.success) return;
        expect(resumeDataSchema.parse(written.data)).toEqual(written.data);
        expect(resumeDataInputSchema.parse(written.data)).toEqual(written.data);
      }),
    );
  });
});

describe("the labels of a resume", () => {
  it("show a blank end as Present, and a blank pair as nothing", () => {
    expect(formatPeriod({ startDate: "2024-01-01", endDate: "" })).toBe("Jan 2024 – Present");
    expect(formatPeriod({ startDate: "2024-01-01", endDate: "2024-06-30" })).toBe("Jan 2024 – Jun 2024");
    expect(formatPeriod({ startDate: "", endDate: "" })).toBe("");
    expect(formatYears({ startYear: null, endYear: 2022 })).toBe("2022");
  });

  it("list the best skills first", () => {
    const skills = [
      { name: "Go", level: "Beginner" as const },
      { name: "SQL", level: "Advanced" as const },
      { name: "", level: "Advanced" as const },
    ];
    expect(groupSkillsByLevel(skills)).toEqual([
      { level: "Advanced", names: ["SQL"] },
      { level: "Beginner", names: ["Go"] },
    ]);
  });
});
