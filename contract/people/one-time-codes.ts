/** Length of every mailed code (requirements §9). */
export const oneTimeCodeLength = 6;
/** How long a code is valid. */
export const oneTimeCodeMinutes = 10;
/** Seconds until another code can be requested. */
export const oneTimeCodeResendSeconds = 60;
