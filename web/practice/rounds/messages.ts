const network = "Network error or server unavailable. What you wrote is kept: try again.";

export const practiceMessages = {
  start: { failed: "The round could not be started.", network },
  round: { failed: "This round could not be loaded.", network },
  answer: { failed: "Your answer could not be saved.", network },
  hint: { failed: "The hint could not be opened.", network },
  history: { failed: "Your answers could not be loaded.", network },
  report: { failed: "The report could not be loaded.", network },
  requestReport: { failed: "The report could not be requested.", network },
  progress: { failed: "Your practice could not be loaded.", network },
};
