import { z } from "zod";
import { contactProblem, findContactDetail } from "../kernel/contact-details.ts";
import { endpoint } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/instants.ts";
import { withoutBidiControls } from "../kernel/plain-text.ts";
import { optionalLine, optionalText } from "../kernel/text.ts";
import { questionTopics } from "../kernel/topics.ts";
import {
  mentorLanguages,
  mentorLevels,
  mentorRoles,
  mentorTextLimits,
  missingToList,
  slugLimits,
} from "./mentor-options.ts";

/** What everybody may know about a mentor who is listed. Whatever is not here never leaves for the public. */
export const publicMentorSchema = z.object({
  /** The end of the page's address: `/mentors/kavya-r`. */
  slug: z.string(),
  firstName: z.string(),
  /** Empty unless the mentor shows it. */
  lastName: z.string(),
  headline: z.string(),
  /** "How I interview", in the mentor's words. */
  approach: z.string(),
  /** Of work in the field; null if not given. */
  years: z.number().int().nullable(),
  roles: z.array(z.enum(mentorRoles)),
  levels: z.array(z.enum(mentorLevels)),
  topics: z.array(z.enum(questionTopics)),
  languages: z.array(z.enum(mentorLanguages)),
  photoUrl: z.string().nullable(),
  /** Facts that we checked, newest first; the month is `2026-11`. */
  checks: z.array(z.object({ claim: z.string(), month: z.string() })),
  timeZone: z.string(),
});
export type PublicMentor = z.infer<typeof publicMentorSchema>;

/* The page as its mentor edits it. */

/** Words that a page's address cannot have as one of its parts: pages of ours, who we are, and where else to write. */
const reservedWords = new Set(
  "about account admin administrator all api app billing contact dashboard desk edit favorites filter filters greenroom help helpdesk index interviewer interviewers login mentor mentors mod moderator new null official operator operators owner page pay payment payments pricing privacy refund refunds root search security settings signin signup site staff support system team terms undefined verified www gmail instagram telegram whatsapp".split(
    " ",
  ),
);
/** Refused as one of the parts; many are inside of names: Harshit, Nazia, Essex. */
const offensiveWords = new Set(
  "anal anus arse ass bitch boob boobs chinki chut cock coolie crap cum damn dick dyke fag gaand gandu harami hitler hoe jihadi kutta kutti lauda lavda loda milf nazi negro paki penis piss pussy randi rape rapist retard rundi scum sex sexy shit slut tits titties tranny twat vagina wank xxx".split(
    " ",
  ),
);
/** Refused also inside of a part. */
const offensiveAnywhere =
  /fuck|cunt|nigg[ae]|asshole|motherf|bastard|whore|chutiy|bhosd|madarch|behench|bhench|bancho[dt]|betich|faggot|porno/;

const lookalikes: Record<string, string> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t", 8: "b" };
const asLetters = (slug: string) => slug.replaceAll(/[0134578]/g, (digit) => lookalikes[digit] ?? digit);

/** Whether a page can have this address, as far as its words are concerned. */
export function isDecentSlug(slug: string): boolean {
  if (findContactDetail(slug.replaceAll("-", " ")) !== null) return false;
  return [slug, asLetters(slug)].every((text) => {
    const joined = text.replaceAll("-", "");
    return (
      !offensiveAnywhere.test(joined) &&
      [joined, ...text.split("-")].every((part) => !reservedWords.has(part) && !offensiveWords.has(part))
    );
  });
}

const slugMessage = `Use ${slugLimits.min} to ${slugLimits.max} small letters, digits and single hyphens, as in kavya-r.`;

export const slugSchema = z
  .string({ error: "Page address is required." })
  .overwrite((text) => text.trim().toLowerCase())
  .min(slugLimits.min, slugMessage)
  .max(slugLimits.max, slugMessage)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, slugMessage)
  .refine(isDecentSlug, "This page address cannot be used. Choose another one.");

/** A text that everybody reads. A way to reach somebody leads payments, and what protects them, away. */
export const publicText = (label: string, text: ReturnType<typeof optionalLine>) =>
  text.overwrite(withoutBidiControls).superRefine((value, context) => {
    const message = contactProblem(label, value);
    if (message !== null) context.addIssue({ code: "custom", message });
  });

const choices = <const Options extends readonly [string, ...string[]]>(options: Options, one: string) =>
  z
    .array(z.enum(options, { error: `Choose each ${one} from the list.` }), {
      error: `Choose each ${one} from the list.`,
    })
    .max(options.length, `Choose each ${one} once.`)
    .refine((chosen) => new Set(chosen).size === chosen.length, `Choose each ${one} once.`);

const yearsMessage = "Give your years of experience as a whole number from 0 to 60.";

const pageShape = {
  slug: slugSchema,
  headline: publicText("Headline", optionalLine({ label: "Headline", max: mentorTextLimits.headline })),
  approach: publicText(
    "How I interview",
    optionalText({ label: "How I interview", max: mentorTextLimits.approach }),
  ),
  years: z
    .number({ error: yearsMessage })
    .int(yearsMessage)
    .min(0, yearsMessage)
    .max(60, yearsMessage)
    .nullable(),
  roles: choices(mentorRoles, "role"),
  levels: choices(mentorLevels, "level"),
  topics: choices(questionTopics, "topic"),
  languages: choices(mentorLanguages, "language"),
  showsLastName: z.boolean({ error: "This must be true or false." }),
  /** Whether everybody can see the page. Before that nothing of it is public. */
  isListed: z.boolean({ error: "This must be true or false." }),
};

const pageFieldsSchema = z.strictObject(pageShape);
export type MentorPageFields = z.infer<typeof pageFieldsSchema>;

export const mentorPageFieldsSchema = pageFieldsSchema.superRefine((fields, context) => {
  if (!fields.isListed) return;
  for (const { path, msg } of missingToList(fields))
    context.addIssue({ code: "custom", path: [path], message: msg });
});

export const ownMentorPageSchema = publicMentorSchema.extend({
  /** With a last name that is not shown. */
  lastName: z.string(),
  showsLastName: z.boolean(),
  /** Whether checked facts left the page because the mentor's name changed. */
  checksEndedWithName: z.boolean(),
  isListed: z.boolean(),
  /** Why an operator took the page down; null if nobody did. */
  hidden: z.object({ at: wireInstantSchema, reason: z.string() }).nullable(),
});
export type OwnMentorPage = z.infer<typeof ownMentorPageSchema>;

export const getMentorPage = endpoint("GET /api/interviewer/profile", {
  access: "interviewer",
  isVisibleInSeeAs: true,
  summary: "My public page; its address is a free one before I have saved it",
  output: ownMentorPageSchema,
});

export const saveMentorPage = endpoint("POST /api/interviewer/profile", {
  access: "interviewer",
  limit: "edit-by-user",
  summary: "Save my public page, and show it to everybody or to nobody",
  body: mentorPageFieldsSchema,
  output: ownMentorPageSchema,
});

/** How many listed mentors have facts that operators checked. Public pages claim nothing else about who the mentors are. */
export const checkedFactsSchema = z.object({
  listed: z.int(),
  degrees: z.int(),
  /** The school of at least half of the listed mentors, by their checked degrees. */
  school: z.string().nullable(),
  iitGraduates: z.int(),
  /** With ten years of work or more and a checked employer. */
  veterans: z.int(),
  hiringManagers: z.int(),
});
export type CheckedFacts = z.infer<typeof checkedFactsSchema>;
