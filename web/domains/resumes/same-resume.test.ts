import { emptyResume, type ResumeData } from "@greenroom/contract/resume-data.ts";
import { expect, test } from "vitest";
import { blanks, toForm } from "./form-values.ts";
import { isSameResume } from "./same-resume.ts";

const kept: ResumeData = {
  ...emptyResume,
  personal: { ...emptyResume.personal, jobTitle: "ML Engineer" },
  education: [{ school: "COEP", degree: "", fieldOfStudy: "", startYear: 2018, endYear: null }],
};
const typed = toForm(kept);
const study = { ...blanks.education, school: "COEP", startYear: " 2018 " };

test.each([
  ["itself", typed, true],
  ["with spaces that nobody keeps", { ...typed, education: [study] }, true],
  ["with an entry in which nothing stands", { ...typed, skills: [{ ...blanks.skills }] }, true],
  ["with another word", { ...typed, personal: { ...typed.personal, bio: "Ships." } }, false],
  ["with a year less", { ...typed, education: [{ ...study, startYear: "" }] }, false],
])("the kept resume %s", (_name, form, same) => {
  expect(isSameResume(form, kept)).toBe(same);
});
