import { z } from "zod";
import { endpoint, messageSchema } from "../../kernel/endpoint.ts";
import { requiredName } from "../../kernel/names.ts";
import { requiredText } from "../../kernel/text.ts";
import { emailSchema } from "../accounts.ts";
import { applicationLevels, applicationRoles, applicationTextLimits } from "./application-options.ts";

const yearsMessage = "Give your years of experience as a whole number from 0 to 60.";

/** With a scheme, or a port that looks like one: `http:`, `javascript:`. */
const hasScheme = /^[a-z][a-z0-9+.-]*:/i;

/** The address of a page. People type it without a scheme, too: it gets `https://`. */
const profileUrlSchema = z
  .string({ error: "Profile is required." })
  .trim()
  .min(1, "Profile is required.")
  .max(490, "The address can be at most 490 characters long.")
  .transform((text) => (hasScheme.test(text) ? text : `https://${text}`))
  .pipe(
    z.url({
      protocol: /^https$/,
      hostname: z.regexes.domain,
      error: "Give the address of your profile, as in linkedin.com/in/name or https://….",
    }),
  );

/** An application to give interviews. */
export const applicationSchema = z.strictObject({
  /** Mails to the applicant begin with it, and somebody may have entered another person's address. */
  name: requiredName("Name"),
  email: emailSchema,
  years: z.number({ error: yearsMessage }).int(yearsMessage).min(0, yearsMessage).max(60, yearsMessage),
  experience: requiredText({ label: "Experience", max: applicationTextLimits.experience }),
  roles: z
    .array(z.enum(applicationRoles))
    .min(1, "Choose at least one role.")
    .max(applicationRoles.length)
    .refine((roles) => new Set(roles).size === roles.length, "Choose each role once."),
  levels: z
    .array(z.enum(applicationLevels))
    .min(1, "Choose at least one level.")
    .max(applicationLevels.length)
    .refine((levels) => new Set(levels).size === levels.length, "Choose each level once."),
  profileUrl: profileUrlSchema,
  availability: requiredText({ label: "Availability", max: applicationTextLimits.availability }),
  sampleReview: requiredText({ label: "Sample review", max: applicationTextLimits.sampleReview }).refine(
    (text) => text.length >= applicationTextLimits.sampleReviewAtLeast,
    `Write at least ${applicationTextLimits.sampleReviewAtLeast} characters: it shows us how you give feedback.`,
  ),
  /** A hidden field that only bots fill in. An application with it gets the usual answer and is discarded. */
  website: z.string().max(2000).optional(),
});

export const apply = endpoint({
  method: "POST",
  path: "/api/applications",
  access: "public",
  limit: "application-by-address",
  summary: "Apply to give interviews",
  body: applicationSchema,
  output: messageSchema,
});
