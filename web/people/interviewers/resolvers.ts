import { applicationSchema } from "@greenroom/contract/people/interviewers.ts";
import { mentorPageFieldsSchema } from "@greenroom/contract/people/mentors.ts";
import { zodResolver } from "@hookform/resolvers/zod";

/* The schemas of the interviewers' forms, loaded when somebody starts to type. */
export const applicationResolver = zodResolver(applicationSchema.required());
export const mentorPageResolver = zodResolver(mentorPageFieldsSchema);
