import { emptyResume, type ResumeData } from "@greenroom/contract/people/resumes/resume-data.ts";
import { expect, test } from "vitest";
import { isSameResume } from "./is-same-resume.ts";
import { emptyEntries, resumeToForm } from "./resume-form-values.ts";

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
