/** The dialog that asks before a change, for pages that must appear fast. For `LazyPart` and `useLoadAhead`. */
export const confirmDialogPart = {
  name: "The confirmation",
  load: () => import("../ui/dialogs/confirm-dialog.tsx").then(({ ConfirmDialog }) => ConfirmDialog),
};
