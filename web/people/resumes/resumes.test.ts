import { type ResumeData, resumeDataInputSchema } from "@greenroom/contract/people/resume-data.ts";
import { emptyResume } from "@greenroom/contract/people/resume-labels.ts";
import { describe, expect, it, test } from "vitest";
import {
  findSurplusEntries,
  findUnsupportedFields,
  fromJsonResume,
  readJsonResume,
  toJsonResume,
} from "./json-resume.ts";
import { emptyEntries, formToResume, resumeToForm } from "./resume-draft.ts";
import { isSameResume } from "./resume-schema.ts";

describe("is same resume", () => {
  const kept: ResumeData = {
    ...emptyResume,
    personal: { ...emptyResume.personal, jobTitle: "ML Engineer" },
    education: [{ school: "COEP", degree: "", fieldOfStudy: "", startYear: 2018, endYear: null }],
  };
  const typed = resumeToForm(kept);
  const study = { ...emptyEntries.education, school: "COEP", startYear: " 2018 " };

  test.each([
    ["itself", typed, true],
    ["with extra spaces", { ...typed, education: [study] }, true],
    ["with a blank entry", { ...typed, skills: [{ ...emptyEntries.skills }] }, true],
    ["with another word", { ...typed, personal: { ...typed.personal, bio: "Ships." } }, false],
    ["with a year removed", { ...typed, education: [{ ...study, startYear: "" }] }, false],
  ])("the saved resume %s", (_name, form, same) => {
    expect(isSameResume(form, kept)).toBe(same);
  });
});

describe("json resume", () => {
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
            work: [
              { name: "A", position: "B", startDate: "2020-03", endDate: "2021", highlights: ["Won", 7] },
            ],
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
        { name: "nonsense", level: "Beginner" },
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
        "Skills: 70 without a level are set to Beginner",
      ]);
    });
  });

  describe("what other tools write", () => {
    it("keeps the skills of a group beside its name, once, with the level of the group", () => {
      const skills = [
        { name: "Front End", level: "4/5", keywords: ["HTML", "CSS", "html"] },
        { name: "Go", level: "5/10" },
      ];
      const document = { basics: {}, skills };
      expect(fromJsonResume(document).skills).toEqual([
        { name: "Front End", level: "Advanced" },
        { name: "HTML", level: "Advanced" },
        { name: "CSS", level: "Advanced" },
        { name: "Go", level: "Intermediate" },
      ]);
      expect(findSurplusEntries(document)).toEqual([]);
    });

    it.each([
      ["Jan 2019", "2019-01-01"],
      ["September 2015", "2015-09-01"],
      ["2015-6-3", "2015-06-03"],
      ["2014-6", "2014-06-01"],
      [2017, "2017-01-01"],
      ["2024-02-29", "2024-02-29"],
      ["06/2019", "2019-06-01"],
      ["Jun-2019", "2019-06-01"],
      ["2019-06-30T00:00:00Z", "2019-06-30"],
      ["15/06/2019", "2019-06-15"],
      ["6/15/2019", "2019-06-15"],
      ["15 June 2019", "2019-06-15"],
      ["June 3, 2019", "2019-06-03"],
      ["2019.06.03", "2019-06-03"],
      ["06.2019", "2019-06-01"],
      ["5/6/2019", ""],
      ["31 June 2019", ""],
      ["1066", ""],
      [3000, ""],
      ["2101-01-01", ""],
      ["2019-02-30", ""],
      ["2020-06-31", ""],
      ["2020-13", ""],
      ["Smarch 2020", ""],
      ["0024-06", ""],
    ])("reads the start date %j as %j, and names one that it cannot read", (startDate, read) => {
      const document = { work: [{ name: "X", position: "Y", startDate }] };
      expect(fromJsonResume(document).experience[0]?.startDate).toBe(read);
      expect(findUnsupportedFields(document, person)).toEqual(read === "" ? ["Experience: start date"] : []);
      expect(resumeDataInputSchema.safeParse(fromJsonResume(document)).success).toBe(true);
    });

    it.each([
      ["06/2019", "2019-06-01"],
      ["Jun-2019", "2019-06-01"],
      ["2019-06-30T00:00:00Z", "2019-06-30"],
      ["Till date", ""],
      ["15-06-2019", "2019-06-15"],
      ["Ongoing", ""],
      ["till now", ""],
      ["present", ""],
      ["Current", ""],
      ["now", ""],
      [null, ""],
    ])("reads the end date %j as %j, where blank means Present", (endDate, read) => {
      const document = { work: [{ name: "X", endDate }] };
      expect(fromJsonResume(document).experience[0]?.endDate).toBe(read);
      expect([...findSurplusEntries(document), ...findUnsupportedFields(document, person)]).toEqual([]);
    });

    it.each([
      ["spring 2020", "spring 2020"],
      ["30/02/2019", "30/02/2019"],
      [3000, "3000"],
      [{ year: 2019 }, "?"],
    ])("never turns the end date %j, which it cannot read, into Present", (endDate, kept) => {
      const document = { work: [{ name: "Acme", endDate }, { endDate }] };
      const read = fromJsonResume(document);
      expect(read.experience[0]?.endDate).toBe(kept);
      expect(resumeDataInputSchema.safeParse(read).success).toBe(false);
      expect(findSurplusEntries(document)).toEqual([
        `Experience at Acme: the end date “${kept}”`,
        `Experience: the end date “${kept}”`,
      ]);
      expect(findUnsupportedFields(document, person)).toEqual([]);
    });

    it("reads keywords that are one text", () => {
      const document = { basics: {}, skills: [{ name: "Data", level: "Basic", keywords: "Python, SQL,," }] };
      expect(fromJsonResume(document).skills.map(({ name }) => name)).toEqual(["Data", "Python", "SQL"]);
      expect(findUnsupportedFields(document, person)).toEqual([]);
    });

    it("reads a location that is one text", () => {
      const document = { basics: { location: " Pune, India " } };
      expect(fromJsonResume(document).personal.location).toBe("Pune, India");
      expect(findUnsupportedFields(document, person)).toEqual([]);
    });

    it("reads a year as a number, and addresses without https", () => {
      const { education, projects, personal } = fromJsonResume({
        basics: {
          profiles: [
            { network: "LinkedIn", username: "ashaverma" },
            { network: "github", url: "github.com/ashav" },
          ],
        },
        education: [{ institution: "C", startDate: "September 2015", endDate: 2017 }],
        projects: [{ name: "P", url: "github.com/x/p" }],
      });
      expect(education[0]).toMatchObject({ startYear: 2015, endYear: 2017 });
      expect(projects[0]?.url).toBe("https://github.com/x/p");
      expect(personal).toMatchObject({
        linkedin: "https://www.linkedin.com/in/ashaverma",
        github: "https://github.com/ashav",
      });
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
          skills: [{ name: "Web", level: "Wizard", keywords: ["CSS"] }, { keywords: ["Go"] }, 7],
          projects: [{ name: "D", url: "javascript:alert(1)", highlights: ["Won", 7] }],
        },
        [
          "Experience: web address, start date",
          "Education: score, courses",
          "Skills: an entry that is not in the format",
          "Projects: web address, highlights",
        ],
      ],
      [
        "what has another form than the format's",
        { basics: { location: ["Pune"], profiles: ["https://github.com/meera"] } },
        ["About you: location, profile"],
      ],
      [
        "a list of profiles that is none",
        { basics: { profiles: { network: "GitHub" } } },
        ["About you: profile GitHub"],
      ],
      ["a part about the person that is a list", { basics: [{ label: "Engineer" }] }, ["About you"]],
      [
        "each part once",
        { "work samples": [1], workSamples: [1], "Work samples": [1] },
        ["Work samples (1)"],
      ],
      [
        "what is nested without end",
        { awards: JSON.parse(`${"[".repeat(50_000)}1${"]".repeat(50_000)}`) },
        ["Awards (1)"],
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
});
