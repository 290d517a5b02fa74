import { fullName } from "../accounts/person-name.ts";

interface Person {
  _id: string;
  isYou: boolean;
  firstName: string;
  lastName: string;
}

/** Who said or did something in a room, to one of its two; who is none of them any more has no name here. */
export function nameInRoom(people: readonly Person[], personId: string): string {
  const person = people.find(({ _id }) => _id === personId);
  return person?.isYou ? "You" : person ? fullName(person) : "Somebody who was here";
}
