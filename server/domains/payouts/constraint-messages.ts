/** The messages for users when a constraint of this domain refuses a write. */
export const payoutConstraintMessages = {
  payouts_reference_once: "This interviewer was paid under this reference before.",
};
