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
