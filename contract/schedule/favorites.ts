import { z } from "zod";
import { endpoint, idSchema } from "../kernel/endpoint.ts";
import { mentorKeySchema } from "./mentors.ts";

/* The mentors whom an interviewee wants to find again. */

export const maxFavorites = 200;

const favoritesSchema = z.object({
  mentors: z
    .array(
      z.object({
        _id: idSchema,
        /** Of their page; null without one. */
        slug: z.string().nullable(),
      }),
    )
    .max(maxFavorites),
});
export type Favorites = z.infer<typeof favoritesSchema>;

export const listFavorites = endpoint("GET /api/user/favorites", {
  access: "interviewee",
  isVisibleInSeeAs: true,
  summary: "My favorite mentors, latest first",
  output: favoritesSchema,
});

export const setFavorite = endpoint("PUT /api/user/favorites", {
  access: "interviewee",
  limit: "edit-by-user",
  summary: "Make a mentor one of my favorites, or not; repeating it changes nothing",
  body: z.strictObject({ mentor: mentorKeySchema, isFavorite: z.boolean() }),
  output: favoritesSchema,
});
