import { emptyResume, type ResumeData, resumeDataInputSchema } from "@greenroom/contract/resume-data.ts";
import { describe, expect, it } from "vitest";
import { fromForm, toForm } from "./form-values.ts";
import { fromJsonResume, readJsonResume, toJsonResume } from "./json-resume.ts";
import { leftOutOf } from "./json-resume-left-out.ts";

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
  it("brings a resume out and back unchanged", () => {
    const document = readJsonResume(JSON.stringify(toJsonResume(person, resume)));
    expect(fromJsonResume(document)).toEqual(resume);
    expect(leftOutOf(document, person)).toEqual([]);
  });

  it("of another tool is read as far as there is a place for it", () => {
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

  it("a document with nothing in it is a blank resume", () => {
    expect(fromJsonResume(readJsonResume('{"basics":{}}'))).toEqual(emptyResume);
  });
});

describe("what an import leaves out", () => {
  it.each([
    [
      "sections without a place, with their number",
      { awards: [{ title: "A" }, { title: "B" }] },
      ["Awards (2)"],
    ],
    ["not what is blank, nor what the file says of itself", { volunteer: [], $schema: "x", meta: {} }, []],
    [
      "of the person: the picture, the street, other networks, and another name",
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
      "of entries: what has no field, and what cannot be read",
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
    ["keys that every object knows", { basics: { constructor: "x" } }, ["About you: constructor"]],
  ])("names %s", (_name, document, lines) => {
    expect(leftOutOf(document, person)).toEqual(lines);
  });
});

describe("the form", () => {
  it("holds a resume without changing it", () => {
    expect(fromForm(toForm(resume))).toEqual(resume);
  });
});
