import { networkMessages } from "../../api/client.ts";
/** The messages for a purchase that fails, in the exact words of the specification (§8 "Purchase"). */
export const purchaseMessages = {
  signInFirst: "Please sign in to purchase a plan.",
  orderFailed: "Failed to create payment order.",
  initiationFailed: "An error occurred during payment initiation. Please try again.",
  verificationRefused: "Payment verification failed on server. Contact support.",
  verificationFailed: "An error occurred during payment verification. Please contact support.",
  paymentFailed: (description: string) => `Payment failed: ${description}`,
  /** After `paymentFailed`. A bank can still confirm a failed payment later, so it says only what has happened. */
  noMoneyReceived: "We have not received any money. You can try again, also with another card or UPI.",
  scriptFailed: (provider: string) =>
    `The ${provider} checkout failed to load. Are you connected to the internet?`,
};

/** Names of the providers for users. */
export const providerNames = { sandbox: "sandbox payment", razorpay: "Razorpay" } as const;

export const receiptMessages = {
  failed: "The receipt could not be loaded.",
  network: networkMessages.checkConnection,
} as const;
