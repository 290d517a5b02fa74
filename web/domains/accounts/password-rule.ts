/** The parts of the rule for a new password (spec §5), to be shown while it is typed; the contract's schema decides. */
export const passwordParts = [
  { label: "At least 8 characters", holds: (password: string) => password.length >= 8 },
  { label: "At least one number", holds: (password: string) => /\d/.test(password) },
  {
    // The signs stay on one line.
    label: `At least one special character: ${"! @ # $ % ^ & *".replaceAll(" ", "\u00a0")}`,
    holds: (password: string) => /[!@#$%^&*]/.test(password),
  },
] as const;
