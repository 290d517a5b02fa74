import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import type { ComponentProps } from "react";
import { PersonCell } from "../filters/person-cell.tsx";
import type { DataColumn } from "../table/data-table.tsx";

/* Columns that the lists of payments, refunds and orders share. */

export const personColumn: DataColumn<ComponentProps<typeof PersonCell>> = {
  id: "person",
  header: "Person",
  isHeading: true,
  cell: PersonCell,
};

export const amountColumn: DataColumn<{ amount: number }> = {
  id: "amount",
  header: "Amount",
  align: "end",
  cell: ({ amount }) => formatRupees(amount, { decimals: true }),
};
