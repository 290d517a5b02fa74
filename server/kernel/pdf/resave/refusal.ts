/** Why an uploaded PDF is not accepted. */
export type RefusalReason =
  | "not-pdf"
  | "broken"
  | "empty"
  | "encrypted"
  | "active"
  | "form"
  | "too-large"
  | "too-complex";

/** Stops the re-saving of a file from any depth; `resavePdf` turns it into its result. */
export class PdfRefusal extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(reason);
    this.reason = reason;
  }
}
