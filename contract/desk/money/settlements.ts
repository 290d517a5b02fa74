import { z } from "zod";
import { endpoint, idSchema } from "../../kernel/endpoint.ts";
import { wireInstantSchema } from "../../kernel/instants.ts";
import { deskList } from "../actions.ts";

/** Far above a busy day, and small enough that other people's calls do not wait for it. */
export const maxSettlementRows = 10_000;
export const maxSettlementMegabytes = 5;
export const settlementTooLargeMessage = `A settlement file can be at most ${maxSettlementMegabytes} MB. Download a shorter period.`;
/** A file with more differences is refused, because it must belong to another account or period. */
export const maxDifferences = 5_000;

/** Missing in our books, missing in the provider's file, and with another amount there than here. */
export const differenceKinds = ["missing-with-us", "missing-with-provider", "other-amount"] as const;

/** A settlement file of the provider, compared with our books. `paid`, `refunded` and `fees` are rupees. */
export const settlementFileSchema = z.object({
  _id: idSchema,
  fileName: z.string(),
  uploadedAt: wireInstantSchema,
  uploadedBy: z.string(),
  /** How many rows the file has, and how many of them are payments and refunds. */
  rows: z.number().int(),
  payments: z.number().int(),
  refunds: z.number().int(),
  /** The first and the last moment of a payment or refund in the file. */
  from: wireInstantSchema,
  until: wireInstantSchema,
  paid: z.number(),
  refunded: z.number(),
  fees: z.number(),
  /** How many payments and refunds differ from our books. */
  differences: z.number().int(),
});
export type SettlementFile = z.infer<typeof settlementFileSchema>;

export const differenceSchema = z.object({
  position: z.number().int(),
  kind: z.enum(differenceKinds),
  entity: z.enum(["payment", "refund"]),
  /** The provider's id. */
  reference: z.string(),
  /** Rupees in our books and in the file; null where it is missing. */
  ours: z.number().nullable(),
  theirs: z.number().nullable(),
  /** Our payment; null when our books have none. */
  paymentId: idSchema.nullable(),
  /** The number of its line in the file; null when the file does not contain it. */
  line: z.number().int().nullable(),
});
export type Difference = z.infer<typeof differenceSchema>;

export const listSettlementFiles = deskList("/api/operator/settlements", {
  summary: "Settlement files that were compared with our books, newest first",
  row: settlementFileSchema,
});

export const uploadSettlementFile = endpoint("POST /api/operator/settlements", {
  access: "owner",
  limit: "settlement-file-by-user",
  confirmation: "acting",
  summary: "Compare the provider's settlement recon file (CSV) with our books",
  multipart: "settlement",
  status: 201,
  output: settlementFileSchema,
});

export const getSettlementFile = endpoint("GET /api/operator/settlements/:id", {
  access: "operator",
  summary: "One settlement file",
  output: settlementFileSchema,
});

export const listDifferences = deskList("/api/operator/settlements/:id/differences", {
  summary: "What differs between a settlement file and our books",
  filters: { kind: z.enum(differenceKinds).optional() },
  row: differenceSchema,
});
