import type { uploadResume } from "@greenroom/contract/people/resumes/resumes.ts";
import type { uploadFeedbackFile } from "@greenroom/contract/review/feedback.ts";
import { useState } from "react";
import { useUpload } from "../../api/use-upload.ts";
import { findFileProblem } from "./check-pdf-file.ts";

type PdfEndpoint = typeof uploadFeedbackFile | typeof uploadResume;

/** Selects and uploads a PDF: the file, its problem, and the upload. */
export function usePdfUpload<E extends PdfEndpoint>(endpoint: E, target: Parameters<typeof useUpload<E>>[1]) {
  const upload = useUpload(endpoint, target);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  return {
    ...upload,
    file,
    problem,
    choose(chosen: File | null) {
      // Canceling the file dialog changes nothing.
      if (chosen === null) return;
      upload.clearFailure();
      setFile(chosen);
      setProblem(findFileProblem(chosen));
    },
    send() {
      const foundProblem = findFileProblem(file);
      setProblem(foundProblem);
      if (file && !foundProblem) upload.send(file);
    },
  };
}

export type PdfUpload = ReturnType<typeof usePdfUpload>;
