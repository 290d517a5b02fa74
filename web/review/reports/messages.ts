import { networkMessages } from "../../api/client.ts";

const network = networkMessages.unavailable;

export const reportMessages = {
  loading: { failed: "Your report could not be loaded.", network },
  deviceDraft: { failed: "The points could not be saved. Please try again.", network },
  pdf: { failed: "The PDF could not be created.", network },
  answer: { failed: "Your answer could not be saved.", network },
  progress: { failed: "Your progress could not be loaded.", network },
  candidate: { failed: "The progress of this candidate could not be loaded.", network },
};
