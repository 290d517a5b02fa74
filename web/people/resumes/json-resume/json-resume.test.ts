import {
  emptyResume,
  type ResumeData,
  resumeDataInputSchema,
} from "@greenroom/contract/people/resumes/resume-data.ts";
import { describe, expect, it } from "vitest";
import { formToResume, resumeToForm } from "../resume-form-values.ts";
import { findSurplusEntries, fromJsonResume, readJsonResume, toJsonResume } from "./json-resume.ts";
import { findUnsupportedFields } from "./unsupported-fields.ts";

const person = { firstName: "Meera", lastName: "Iyer", email: "meera@test.example", mobileNumber: "+91 1" };

const resume: ResumeData = {
  personal: {
    jobTitle: "ML Engineer",
    location: "Pune",
    linkedin: "https://www.linkedin.com/in/meera",
    github: "https://github.com/meera",
    bio: "Ships.",
  },
  education: [{ school: "COEP", degree: "B.Tech", fieldOfStudy: "CS", startYear: 2018, endYear: 2022 }],
  experience: [
    {
      jobTitle: "Engineer",
      company: "Searchly",
      location: "Pune",
      startDate: "2023-06-01",
      endDate: "",
      description: "Ranking.",
    },
  ],
  skills: [{ name: "Python", level: "Advanced" }],
  projects: [{ name: "tiny", description: "Small.", url: "https://example.org/" }],
};

describe("the JSON Resume format", () => {
  it("exports a resume and imports it unchanged", () => {
    const document = readJsonResume(JSON.stringify(toJsonResume(person, resume)));
    expect(fromJsonResume(document)).toEqual(resume);
    expect(findUnsupportedFields(document, person)).toEqual([]);
    expect(findSurplusEntries(document)).toEqual([]);
  });

  it("of another tool is imported as far as our resume has fields for it", () => {
    const read = fromJsonResume(
      readJsonResume(
        JSON.stringify({
          basics: {
            label: "Programmer",
            location: { city: "Pune", region: "MH", countryCode: "IN" },
            profiles: [{ network: "github", url: "javascript:alert(1)" }],
          },
          work: [{ name: "A", position: "B", startDate: "2020-03", endDate: "2021", highlights: ["Won", 7] }],
          education: [{ institution: "C", studyType: "BSc", startDate: "2016-09-01" }],
          skills: [{ name: "Web", level: "Master" }, { keywords: ["Go", "C"] }, "nonsense"],
        }),
      ),
    );
    expect(read.personal).toMatchObject({ location: "Pune, MH, IN", github: "" });
    expect(read.experience[0]).toMatchObject({
      startDate: "2020-03-01",
      endDate: "2021-01-01",
      description: "- Won",
    });
    expect(read.education[0]?.startYear).toBe(2016);
    expect(read.skills).toEqual([
      { name: "Web", level: "Advanced" },
      { name: "Go", level: "Beginner" },
      { name: "C", level: "Beginner" },
    ]);
    expect(resumeDataInputSchema.safeParse(read).success).toBe(true);
  });

  it.each(["", "[]", "{}", '"text"', "<html>"])("is not %j", (text) => {
    expect(() => readJsonResume(text)).toThrow("This file is not in the JSON Resume format.");
  });

  it("a document without content is a blank resume", () => {
    expect(fromJsonResume(readJsonResume('{"basics":{}}'))).toEqual(emptyResume);
  });
});

describe("a document with more entries than a resume holds", () => {
  const document = {
    basics: {},
    skills: [{ keywords: Array.from({ length: 70 }, (_, index) => `S${index}`) }],
  };

  it("is imported as far as the resume can be saved, and the rest is named", () => {
    const read = fromJsonResume(document);
    expect(read.skills).toHaveLength(60);
    expect(resumeDataInputSchema.safeParse(read).success).toBe(true);
    expect(findSurplusEntries(document)).toEqual([
      "Skills: the last 10 of 70, because a resume holds at most 60",
    ]);
  });
});

describe("what an import leaves out", () => {
  it.each([
    [
      "unsupported sections, with their number of entries",
      { awards: [{ title: "A" }, { title: "B" }] },
      ["Awards (2)"],
    ],
    ["neither blank parts nor metadata of the file", { volunteer: [], $schema: "x", meta: {} }, []],
    [
      "of the person: picture, street, other networks, and a different name",
      {
        basics: {
          name: "M. Iyer",
          email: "meera@test.example",
          image: "x.png",
          location: { city: "Pune", postalCode: "411001" },
          profiles: [
            { network: "Mastodon", username: "meera", url: "https://m.example/@meera" },
            { network: "GitHub", username: "meera", url: "https://github.com/meera" },
          ],
        },
      },
      ["About you: picture, postal code, name (your account’s stays), profile Mastodon"],
    ],
    [
      "of entries: unsupported and invalid fields",
      {
        work: [
          { name: "A", url: "https://a.example", startDate: "spring 2020", endDate: "Present" },
          { name: "B", url: "https://b.example" },
        ],
        education: [{ institution: "C", score: "9.1", courses: ["ML"] }],
        skills: [{ name: "Web", level: "Wizard", keywords: ["CSS"] }, { keywords: ["Go"] }, "nonsense"],
        projects: [{ name: "D", url: "javascript:alert(1)", highlights: ["Won", 7] }],
      },
      [
        "Experience: web address, start date",
        "Education: score, courses",
        "Skills: level, keywords, an entry that is not in the format",
        "Projects: web address, highlights",
      ],
    ],
    ["keys that every object inherits", { basics: { constructor: "x" } }, ["About you: constructor"]],
  ])("names %s", (_name, document, lines) => {
    expect(findUnsupportedFields(document, person)).toEqual(lines);
  });
});

describe("the form", () => {
  it("keeps a resume unchanged", () => {
    expect(formToResume(resumeToForm(resume))).toEqual(resume);
  });
});
