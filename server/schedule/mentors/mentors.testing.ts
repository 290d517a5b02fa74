import type { QuestionTopic } from "@greenroom/contract/kernel/topics.ts";
import type { MentorLanguage, MentorLevel, MentorRole } from "@greenroom/contract/people/mentor-options.ts";
import type { SignedUpUser, TestApp } from "../../testing/app.ts";
import { clearSnapshot } from "./snapshot.ts";

interface MentorFields {
  slug: string;
  firstName?: string;
  lastName?: string;
  headline?: string;
  approach?: string;
  years?: number;
  roles?: MentorRole[];
  levels?: MentorLevel[];
  topicKeys?: QuestionTopic[];
  languages?: MentorLanguage[];
  showsLastName?: boolean;
  isListed?: boolean;
}

/** Signs up an interviewer whose page is public. */
export async function signUpMentor(
  app: TestApp,
  { firstName = "Kavya", lastName = "Rao", isListed = true, ...profile }: MentorFields,
): Promise<SignedUpUser> {
  const person = await app.signUpInterviewer({ firstName, lastName });
  const now = app.clock.now();
  await app.deps.database
    .insertInto("interviewerProfiles")
    .values({
      headline: "Interviews for ranking teams",
      approach: "I ask one problem and go deep.",
      years: 8,
      roles: ["ml-engineer"],
      levels: ["mid"],
      topicKeys: ["python"],
      languages: ["en"],
      ...profile,
      userId: person.user._id,
      listedAt: isListed ? now : null,
      updatedAt: now,
    })
    .execute();
  clearSnapshot(app.deps);
  return person;
}
