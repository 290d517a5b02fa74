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

/** By the number of decimals. Making one takes 30 µs, which long lists of amounts would pay for each. */
const formats = new Map<number, Intl.NumberFormat>();

function formatWith(decimals: 0 | 2): Intl.NumberFormat {
  let format = formats.get(decimals);
  if (format === undefined) {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    format = new Intl.NumberFormat("en-IN", { style: "currency", currency, ...digits });
    formats.set(decimals, format);
  }
  return format;
}

/**
 * `₹499`, `₹1,499`, `₹166.33`: Indian grouping, with decimals only when needed (or always, with `decimals:
 * true`).
 */
export function formatRupees(rupees: number, { decimals = false }: { decimals?: boolean } = {}): string {
  return formatWith(decimals || !Number.isInteger(rupees) ? 2 : 0).format(rupees);
}
