import { useState } from "react";
import { openStorage } from "../../../session/browser-storage.ts";

const storage = openStorage("localStorage");
const storageKey = "greenroom.practice-model";

/**
 * Whether a language model takes part in this person's rounds. It does until they decline, which the browser stores, so
 * that they need not decline it again before each round.
 */
export function useModelChoice(): [boolean, (usesModel: boolean) => void] {
  const [usesModel, setUsesModel] = useState(() => storage.getItem(storageKey) !== "declined");
  const choose = (chosen: boolean) => {
    if (chosen) storage.removeItem(storageKey);
    else storage.setItem(storageKey, "declined");
    setUsesModel(chosen);
  };
  return [usesModel, choose];
}
