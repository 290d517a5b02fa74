import { z } from "zod";

/*
 * The parts of Zoom's responses that we read (developers.zoom.us/docs/api/meetings and
 * /docs/internal-apps/s2s-oauth).
 */

export const tokenResponseSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
});

/** Meeting numbers are written as JSON numbers; 9 to 11 digits today. */
const meetingIdSchema = z.union([z.number().int().positive(), z.string().regex(/^\d+$/)]).transform(String);
const urlSchema = z.url({ protocol: /^https?$/ }).max(2000);

export const meetingResponseSchema = z.object({ id: meetingIdSchema, join_url: urlSchema });
export const startUrlResponseSchema = z.object({ id: meetingIdSchema, start_url: urlSchema.max(10_000) });

/** The list truncates `agenda` after 250 characters. */
export const meetingListResponseSchema = z.object({
  next_page_token: z.string().optional(),
  meetings: z.array(meetingResponseSchema.extend({ agenda: z.string().optional() })),
});

export const zoomErrorSchema = z.object({ code: z.number().optional(), message: z.string().max(1000) });
export const tokenErrorSchema = z.object({
  reason: z.string().max(500).optional(),
  error: z.string().max(500),
});
