import type { DeskPerson } from "@greenroom/contract/operator/money/payments.ts";

interface PersonColumns {
  personId: string;
  email: string;
  firstName: string;
  lastName: string;
}

/** Whom a row of the desk is about. */
export function presentPerson({ personId, email, firstName, lastName }: PersonColumns): DeskPerson {
  return { _id: personId, name: `${firstName} ${lastName}`.trim(), email };
}
