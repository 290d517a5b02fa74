import { z } from "zod";

/* Zoom's answers, as far as we read them (developers.zoom.us/docs/api/meetings and /docs/internal-apps/s2s-oauth). */

export const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** Meeting numbers are written as JSON numbers; 9 to 11 digits today. */
const meetingId = z.union([z.number().int().positive(), z.string().regex(/^\d+$/)]).transform(String);
const address = z.url({ protocol: /^https?$/ }).max(2000);

export const meetingAnswer = z.object({ id: meetingId, join_url: address });
export const startAnswer = z.object({ id: meetingId, start_url: address.max(10_000) });

/** The list cuts `agenda` off after 250 characters. */
export const listAnswer = z.object({
  next_page_token: z.string().optional(),
  meetings: z.array(meetingAnswer.extend({ agenda: z.string().optional() })),
});

export const errorAnswer = z.object({ code: z.number().optional(), message: z.string().max(1000) });
export const tokenRefusal = z.object({ reason: z.string().max(500).optional(), error: z.string().max(500) });
