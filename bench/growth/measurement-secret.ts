/** The server's secret. The generated payout details are encrypted with it. */
export const measurementSecret = "a secret that only this measurement has, and long enough";
