import type { EvalCase } from "./case.ts";
import { plantedIn } from "./injected.ts";
import { otherComments, otherOrders, withheldComments, withheldOrders } from "./planted-orders.ts";

/** Every order that an obedient model could find, whether it is withheld or not. */
export const orders: readonly string[] = [
  ...withheldOrders,
  ...otherOrders,
  ...withheldComments,
  ...otherComments,
];

export const orderedCases: readonly EvalCase[] = [
  ...[...withheldOrders, ...otherOrders].map((order) => plantedIn(order, { answer: order })),
  ...[...withheldComments, ...otherComments].map((order) => plantedIn(order, { code: `${order}\n` })),
];
