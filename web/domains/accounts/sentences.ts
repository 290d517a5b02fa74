/** What the screens of this domain say when a call fails (spec §8): the server's own sentence comes before `failed`. */
const unavailable = "Network error or server unavailable";

export const sentences = {
  signup: { failed: "Signup failed", network: unavailable },
  verification: { failed: "OTP verification failed", network: unavailable },
  signin: { failed: "Signin failed", network: "Network error" },
  codeRequest: { failed: "OTP request failed", network: unavailable },
  resetRequest: { failed: "OTP request failed", network: "Network error while requesting reset." },
  profile: { failed: "Failed to load profile.", network: "Network error." },
  password: { failed: "Failed to change password.", network: "Network error while changing password." },
  ownData: { failed: "Failed to prepare your data.", network: "Network error." },
  deletion: { failed: "Failed to delete your account.", network: "Network error." },
  timeZone: { failed: "Failed to save the time zone.", network: "Network error." },
} as const;

export const emailFirst = "Please enter your email address first.";

export const passwordChanged = "Password updated successfully. You will be logged out now.";
