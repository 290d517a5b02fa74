const noCreditsMessage = "You've used all your sessions. Purchase more sessions to book.";

/** The messages for users when a constraint of this domain refuses a write. */
export const creditConstraintMessages = {
  credit_balance_never_negative: noCreditsMessage,
  credit_must_be_in_hand: noCreditsMessage,
};
