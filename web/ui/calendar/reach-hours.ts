/**
 * Lets the hours that do not fit be scrolled by keyboard, also on days that hold nothing to stop at: the first lane becomes a
 * stop of the Tab key, whose arrows scroll the box in which it stands. (The box itself cannot be one: it is a part of a table.)
 */
export function reachHours(lane: HTMLElement): void {
  const reached = lane.closest(".cal")?.querySelector(".cal-lane[tabindex]");
  if (!reached) lane.tabIndex = 0;
}
