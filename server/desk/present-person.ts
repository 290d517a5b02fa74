import type { DeskPerson } from "@greenroom/contract/desk/desk-people.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";

interface PersonColumns {
  personId: string;
  email: string;
  firstName: string;
  lastName: string;
}

/** The person whom a row of the desk concerns. */
export function presentPerson(person: PersonColumns): DeskPerson {
  return { _id: person.personId, name: fullName(person), email: person.email };
}
