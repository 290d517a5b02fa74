import { networkMessages } from "../../api/client.ts";

/**
 * The messages of these screens for failed calls (requirements §8); the server's own message comes
 * before `failed`.
 */
const networkUnavailable = networkMessages.unavailableInForm;

export const accountMessages = {
  signup: { failed: "Signup failed", network: networkUnavailable },
  verification: { failed: "OTP verification failed", network: networkUnavailable },
  signin: { failed: "Signin failed", network: "Network error" },
  codeRequest: { failed: "OTP request failed", network: networkUnavailable },
  resetRequest: { failed: "OTP request failed", network: "Network error while requesting reset." },
  recognition: { failed: "This link has expired.", network: networkUnavailable },
  profile: { failed: "Failed to load profile.", network: networkMessages.short },
  details: { failed: "Failed to save your details.", network: networkMessages.short },
  signIns: { failed: "Failed to load or sign out browsers.", network: networkMessages.short },
  notifications: { failed: "Failed to load or change your notifications.", network: networkMessages.short },
  turnOnNotifications: {
    failed: "Your browser could not turn on notifications. Mails still come to you.",
    network: networkMessages.short,
  },
  password: { failed: "Failed to change password.", network: "Network error while changing password." },
  ownData: { failed: "Failed to prepare your data.", network: networkMessages.short },
  deletion: { failed: "Failed to delete your account.", network: networkMessages.short },
  timeZone: { failed: "Failed to save the time zone.", network: networkMessages.short },
} as const;

export const payoutDetailsMessages = {
  load: { failed: "Failed to load your payout details.", network: networkMessages.short },
  change: { failed: "Failed to change your payout details.", network: networkMessages.short },
} as const;

export const emailRequiredMessage = "Please enter your email address first.";

export const passwordChangedMessage = "Password updated successfully. You will be logged out now.";

/**
 * The parts of the rule for a new password (requirements §5), shown while it is typed; the contract's schema
 * decides.
 */
export const passwordRequirements = [
  { label: "At least 8 characters", isMet: (password: string) => password.length >= 8 },
  { label: "At least one number", isMet: (password: string) => /\d/.test(password) },
  {
    // Keeps the special characters on one line.
    label: `At least one special character: ${"! @ # $ % ^ & *".replaceAll(" ", "\u00a0")}`,
    isMet: (password: string) => /[!@#$%^&*]/.test(password),
  },
] as const;
