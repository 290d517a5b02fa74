import { emptyResume, type ResumeData, resumeDataInputSchema } from "@greenroom/contract/resume-data.ts";
import { describe, expect, it } from "vitest";
import { fromForm, toForm } from "./form-values.ts";
import { fromJsonResume, toJsonResume } from "./json-resume.ts";

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
    expect(fromJsonResume(JSON.stringify(toJsonResume(person, resume)))).toEqual(resume);
  });

  it("of another tool is read as far as there is a place for it", () => {
    const read = fromJsonResume(
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
    expect(() => fromJsonResume(text)).toThrow("This file is not in the JSON Resume format.");
  });

  it("a document with nothing in it is a blank resume", () => {
    expect(fromJsonResume('{"basics":{}}')).toEqual(emptyResume);
  });
});

describe("the form", () => {
  it("holds a resume without changing it", () => {
    expect(fromForm(toForm(resume))).toEqual(resume);
  });
});
