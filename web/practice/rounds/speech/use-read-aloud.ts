import { useState } from "react";
import { openStorage } from "../../../session/browser-storage.ts";

const storage = openStorage("localStorage");
const storageKey = "greenroom.practice-reading";

/** Whether questions are read aloud automatically; the browser stores this. */
export function useReadAloud(): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => storage.getItem(storageKey) !== "off");
  const choose = (chosen: boolean) => {
    storage.setItem(storageKey, chosen ? "on" : "off");
    setOn(chosen);
  };
  return [isOn, choose];
}
