import { fullName } from "../format/full-name.ts";

interface RoomParticipant {
  _id: string;
  isYou: boolean;
  firstName: string;
  lastName: string;
}

export function isOwnId(participants: readonly RoomParticipant[], personId: string): boolean {
  return participants.some(({ _id, isYou }) => isYou && _id === personId);
}

/** The name of a person in a room, for one of its two participants; anybody else has no name here. */
export function participantName(participants: readonly RoomParticipant[], personId: string): string {
  const participant = participants.find(({ _id }) => _id === personId);
  return participant?.isYou ? "You" : participant ? fullName(participant) : "Somebody who was here";
}
