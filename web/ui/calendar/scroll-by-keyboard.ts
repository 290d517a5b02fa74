/**
 * Lets the keyboard scroll to hours that do not fit, even on days without events: the first lane becomes a
 * Tab stop, whose arrows scroll the surrounding box. (The box itself cannot be one, because it is part of a
 * table.)
 */
export function makeHoursScrollable(lane: HTMLElement): void {
  const focusableLane = lane.closest(".cal")?.querySelector(".cal-lane[tabindex]");
  if (!focusableLane) lane.tabIndex = 0;
}
