import { type QuestionRole, questionRoles } from "@greenroom/contract/practice/question-options.ts";
import { useState } from "react";
import { openStorage } from "../../../session/browser-storage.ts";

const storage = openStorage("localStorage");
const storageKey = "greenroom.practice-role";

/** The role that this person practices for; the browser stores it. */
export function usePracticeRole(): [QuestionRole, (role: QuestionRole) => void] {
  const [role, setRole] = useState<QuestionRole>(() => {
    const stored = storage.getItem(storageKey);
    return questionRoles.find((name) => name === stored) ?? "ml-engineer";
  });
  const choose = (chosen: QuestionRole) => {
    storage.setItem(storageKey, chosen);
    setRole(chosen);
  };
  return [role, choose];
}
