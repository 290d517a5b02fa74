import {
  applicationLevelLabels,
  applicationLevels,
  applicationRoleLabels,
  applicationRoles,
} from "./application-options.ts";

/* What a mentor can choose for their page, without zod, for the public pages. */

export const mentorRoles = applicationRoles;
export type MentorRole = (typeof mentorRoles)[number];
export const mentorRoleNames = applicationRoleLabels;

export const mentorLevels = applicationLevels;
export type MentorLevel = (typeof mentorLevels)[number];
export const mentorLevelNames = applicationLevelLabels;

/** What of a mentor an operator can check. */
export const checkKinds = ["degree", "employer", "identity"] as const;
export type CheckKind = (typeof checkKinds)[number];
export const checkKindNames: Record<CheckKind, string> = {
  degree: "Degree",
  employer: "Employer",
  identity: "Identity",
};

/** So many checked facts are on a page at most. */
export const maxChecks = 8;

/** The languages in which a mentor can hold an interview. */
export const mentorLanguages = [
  "en",
  "hi",
  "bn",
  "te",
  "mr",
  "ta",
  "gu",
  "kn",
  "ml",
  "pa",
  "or",
  "ur",
] as const;
export type MentorLanguage = (typeof mentorLanguages)[number];

export const mentorLanguageNames: Record<MentorLanguage, string> = {
  en: "English",
  hi: "Hindi",
  bn: "Bengali",
  te: "Telugu",
  mr: "Marathi",
  ta: "Tamil",
  gu: "Gujarati",
  kn: "Kannada",
  ml: "Malayalam",
  pa: "Punjabi",
  or: "Odia",
  ur: "Urdu",
};
