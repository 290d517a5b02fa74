/**
 * The messages of this domain's screens for failed calls (requirements §8); the server's own message comes
 * before `failed`.
 */
const networkUnavailable = "Network error or server unavailable";

export const accountMessages = {
  signup: { failed: "Signup failed", network: networkUnavailable },
  verification: { failed: "OTP verification failed", network: networkUnavailable },
  signin: { failed: "Signin failed", network: "Network error" },
  codeRequest: { failed: "OTP request failed", network: networkUnavailable },
  resetRequest: { failed: "OTP request failed", network: "Network error while requesting reset." },
  recognition: { failed: "This link has expired.", network: networkUnavailable },
  profile: { failed: "Failed to load profile.", network: "Network error." },
  details: { failed: "Failed to save your details.", network: "Network error." },
  signIns: { failed: "Failed to load or sign out browsers.", network: "Network error." },
  password: { failed: "Failed to change password.", network: "Network error while changing password." },
  ownData: { failed: "Failed to prepare your data.", network: "Network error." },
  deletion: { failed: "Failed to delete your account.", network: "Network error." },
  timeZone: { failed: "Failed to save the time zone.", network: "Network error." },
} as const;

export const payoutDetailsMessages = {
  load: { failed: "Failed to load your payout details.", network: "Network error." },
  change: { failed: "Failed to change your payout details.", network: "Network error." },
} as const;

export const emailRequiredMessage = "Please enter your email address first.";

export const passwordChangedMessage = "Password updated successfully. You will be logged out now.";
