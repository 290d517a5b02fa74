/** A file as it was sent. The sender chose every value, so none can be trusted. */
export interface UploadedFile {
  fileName: string;
  contentType: string;
  content: Buffer;
}

/** The requirements of one kind of upload. */
export interface UploadKind {
  /** The multipart field. */
  field: string;
  maxBytes: number;
  /** The message for a file with more bytes than that. */
  tooLargeMessage: string;
  /**
   * Called with the first dozen bytes, or with the whole file if it is shorter. Throws the error for the sender.
   */
  checkHead(sent: { fileName: string; contentType: string; head: Buffer }): void;
}
