/**
 * Every limit by name: `points` within `seconds` of the first call. A name ends with the kind of its key. An endpoint
 * declares a limit that counts each of its calls, or its `conditionalLimit`, which counts only some of them. The
 * operation counts a limit that depends on more than the caller: on the recipient of a mail or the account of a
 * password.
 */
export const rateLimitRules = {
  "signup-start-by-address": { points: 100, seconds: 3600 },
  "code-start-by-address": { points: 60, seconds: 3600 },
  "code-verify-by-address": { points: 120, seconds: 3600 },
  "password-by-address-and-account": { points: 10, seconds: 900 },
  "password-by-known-browser": { points: 10, seconds: 900 },
  "password-by-account": { points: 50, seconds: 3600 },
  "password-by-address": { points: 200, seconds: 3600 },
  "recognize-browser-by-address": { points: 60, seconds: 3600 },
  "change-password-by-user": { points: 10, seconds: 900 },
  "open-desk-by-user": { points: 10, seconds: 900 },
  "payout-details-by-user": { points: 10, seconds: 3600 },
  "settlement-file-by-user": { points: 30, seconds: 3600 },
  "desk-check-by-user": { points: 30, seconds: 3600 },
  "desk-export-by-user": { points: 30, seconds: 3600 },
  "contact-by-address": { points: 10, seconds: 3600 },
  "mentor-search-by-address": { points: 1200, seconds: 600 },
  "contact-mail-by-recipient": { points: 3, seconds: 86_400 },
  "application-by-address": { points: 10, seconds: 3600 },
  "application-by-email": { points: 3, seconds: 86_400 },
  "desk-action-by-user": { points: 600, seconds: 3600 },
  "desk-preview-by-user": { points: 1200, seconds: 3600 },
  "desk-search-by-user": { points: 1200, seconds: 3600 },
  "account-change-by-user": { points: 20, seconds: 3600 },
  "end-sign-ins-by-user": { points: 60, seconds: 3600 },
  "policy-reports-by-address": { points: 60, seconds: 3600 },
  "booking-change-by-user": { points: 1200, seconds: 3600 },
  "slot-hold-by-user": { points: 12, seconds: 3600 },
  "edit-by-user": { points: 3600, seconds: 3600 },
  "room-presence-by-user": { points: 600, seconds: 600 },
  "payment-check-by-user": { points: 120, seconds: 3600 },
  "order-by-user": { points: 30, seconds: 3600 },
  "quote-by-user": { points: 120, seconds: 3600 },
  "download-data-by-user": { points: 10, seconds: 3600 },
  "start-link-by-user": { points: 60, seconds: 3600 },
  "room-ticket-by-user": { points: 240, seconds: 600 },
  "room-read-by-user": { points: 600, seconds: 600 },
  "room-mark-by-user": { points: 120, seconds: 600 },
  "room-question-by-user": { points: 120, seconds: 600 },
  "question-search-by-user": { points: 600, seconds: 600 },
  "question-marks-by-user": { points: 600, seconds: 600 },
  "own-question-by-user": { points: 300, seconds: 3600 },
  "transcript-consent-by-user": { points: 60, seconds: 600 },
  "utterance-by-user": { points: 600, seconds: 600 },
  "utterance-audio-by-user": { points: 400, seconds: 600 },
  "correction-by-user": { points: 600, seconds: 3600 },
  "move-answer-by-user": { points: 60, seconds: 600 },
  "goal-by-user": { points: 60, seconds: 600 },
  "upload-by-user": { points: 30, seconds: 3600 },
  "generated-pdf-by-user": { points: 60, seconds: 3600 },
  "report-answer-by-user": { points: 60, seconds: 3600 },
  "report-tick-by-user": { points: 300, seconds: 3600 },
  "drill-card-by-user": { points: 1200, seconds: 3600 },
  "practice-by-user": { points: 600, seconds: 3600 },
  "follow-up-by-user": { points: 60, seconds: 3600 },
  "practice-read-by-user": { points: 1200, seconds: 3600 },
  "practice-start-by-user": { points: 60, seconds: 3600 },
} as const;

export type LimitName = keyof typeof rateLimitRules;

/** The limits that an endpoint can declare: counted by the signed-in user, or by the caller's network address. */
export type EndpointLimit = Extract<LimitName, `${string}-by-user` | `${string}-by-address`>;
