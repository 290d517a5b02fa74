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
