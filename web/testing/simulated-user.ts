import { PointerEventsCheckLevel, type UserEvent, userEvent } from "@testing-library/user-event";

/**
 * A simulated user for a document without our styles. Presses are not checked against `pointer-events`: only a dialog
 * declares it here. It sets `none` on the page in one rendering, and `auto` on itself in the next. A test that finds
 * the dialog in between, on a busy machine, would fail on a press that no person is quick enough to make.
 */
export function simulateUser(): UserEvent {
  return userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
}
