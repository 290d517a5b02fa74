/* What the session of every page needs of See as. Separate from `see-as.ts`, because this does not need zod. */

const prefix = "see-as-";

/** `secret` as the token of a view, which cannot be taken for the token of a sign-in. */
export const seeAsTokenOf = (secret: string): string => prefix + secret;

export const isSeeAsToken = (token: string): boolean => token.startsWith(prefix);

/** The answer to an operator who sees the product as a person and asks for something that only the person reads. */
export const notShownInSeeAs = "Not shown in See as.";
