/** Messages for requests that got no answer. A message that also says what was kept stands beside its request. */
export const networkMessages = {
  checkConnection: "⚠️ Network error. Please check your connection.",
  unavailable: "Network error or server unavailable.",
  /** In forms whose other messages end without a period, too. */
  unavailableInForm: "Network error or server unavailable",
  short: "Network error.",
} as const;
