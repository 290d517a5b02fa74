/** What a purchase says when it goes wrong, in the very words of the specification (§8 "Purchase"). */
export const purchaseSentences = {
  signInFirst: "Please sign in to purchase a plan.",
  orderFailed: "Failed to create payment order.",
  initiationFailed: "An error occurred during payment initiation. Please try again.",
  verificationRefused: "Payment verification failed on server. Contact support.",
  verificationFailed: "An error occurred during payment verification. Please contact support.",
  paymentFailed: (description: string) => `Payment failed: ${description}`,
  scriptFailed: (provider: string) =>
    `The ${provider} checkout failed to load. Are you connected to the internet?`,
};

/** What people call the providers. */
export const providerNames = { sandbox: "sandbox payment", razorpay: "Razorpay" } as const;

export const receiptSentences = {
  failed: "The receipt could not be loaded.",
  network: "⚠️ Network error. Please check your connection.",
} as const;
