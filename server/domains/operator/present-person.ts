import type { DeskPerson } from "@greenroom/contract/operator/desk-people.ts";

interface PersonColumns {
  personId: string;
  email: string;
  firstName: string;
  lastName: string;
}

/** The person whom a row of the desk concerns. */
export function presentPerson({ personId, email, firstName, lastName }: PersonColumns): DeskPerson {
  return { _id: personId, name: `${firstName} ${lastName}`.trim(), email };
}
