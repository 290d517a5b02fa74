import { type QuestionRole, questionRoles } from "@greenroom/contract/room/question-options.ts";
import { useState } from "react";
import { openStorage } from "../../../session/browser-storage.ts";

const storage = openStorage("localStorage");
const storageKey = "greenroom.practice-role";

/** The role that this person practices for: the one they chose, which the browser stores, or that of their goal. */
export function usePracticeRole(goalRole: QuestionRole | null): [QuestionRole, (role: QuestionRole) => void] {
  const [chosenRole, setRole] = useState<QuestionRole | null>(() => {
    const stored = storage.getItem(storageKey);
    return questionRoles.find((name) => name === stored) ?? null;
  });
  const choose = (chosen: QuestionRole) => {
    storage.setItem(storageKey, chosen);
    setRole(chosen);
  };
  return [chosenRole ?? goalRole ?? "ml-engineer", choose];
}
