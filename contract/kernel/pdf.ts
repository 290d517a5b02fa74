/** The largest PDF that may be uploaded, in bytes. */
export const maxPdfBytes = 10 * 1024 * 1024;
export const onlyPdfMessage = "Only PDF files are supported.";
export const fileRequiredMessage = "Please select a file to upload.";
