import type { FieldProblem } from "../kernel/endpoint.ts";
import {
  applicationLevelLabels,
  applicationLevels,
  applicationRoleLabels,
  applicationRoles,
} from "./application-options.ts";

/* What a mentor can choose for their page, and what it needs, without zod. */

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

export const mentorTextLimits = { headline: 120, approach: 1000, approachAtLeast: 80 };
export const slugLimits = { min: 3, max: 40 };

interface NeededFields extends Record<"headline" | "approach", string> {
  roles: readonly string[];
  levels: readonly string[];
  topics: readonly string[];
  languages: readonly string[];
}

/** What a page needs before everybody can see it, in the order of the form. */
const neededToList: readonly [
  field: keyof NeededFields,
  need: string,
  isMet: (fields: NeededFields) => boolean,
][] = [
  ["headline", "Write a headline.", ({ headline }) => headline.trim() !== ""],
  [
    "approach",
    `Say how you interview, in at least ${mentorTextLimits.approachAtLeast} characters.`,
    ({ approach }) => approach.trim().length >= mentorTextLimits.approachAtLeast,
  ],
  ["roles", "Choose at least one role.", ({ roles }) => roles.length > 0],
  ["levels", "Choose at least one level.", ({ levels }) => levels.length > 0],
  ["topics", "Choose at least one topic.", ({ topics }) => topics.length > 0],
  ["languages", "Choose at least one language.", ({ languages }) => languages.length > 0],
];

/** What is missing before this page can be shown to everybody. */
export function missingToList(fields: NeededFields): FieldProblem[] {
  return neededToList.flatMap(([path, msg, isMet]) => (isMet(fields) ? [] : [{ path, msg }]));
}

export const unsupportedPhotoMessage = "Only PNG, JPEG and WebP pictures are supported.";
