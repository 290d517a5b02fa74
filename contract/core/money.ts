import { z } from "zod";

/** Money in code is an integer number of paise; 100 paise are one rupee. */
export type Paise = number;

/** Currency of every amount in this product (ISO 4217). */
export const currency = "INR";

/** Rupees as the API sends them: at most two decimals. */
export const rupeesSchema = z
  .number({ error: "This must be an amount in rupees." })
  .min(-10_000_000, "This amount is out of range.")
  .max(10_000_000, "This amount is out of range.")
  .refine(
    (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
    "An amount has at most two decimals.",
  );

/** Converts paise to rupees, for the API. */
export function rupeesFromPaise(paise: Paise): number {
  return paise / 100;
}

/** Converts rupees of the API to whole paise. */
export function paiseFromRupees(rupees: number): Paise {
  return Math.round(rupees * 100);
}

/**
 * `₹499`, `₹1,499`, `₹166.33`: Indian grouping, with decimals only when needed (or always, with `decimals:
 * true`).
 */
export function formatRupees(rupees: number, { decimals = false }: { decimals?: boolean } = {}): string {
  const digits = decimals || !Number.isInteger(rupees) ? 2 : 0;
  return new Intl.NumberFormat("en-IN", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(rupees);
}
