const network = "Network error or server unavailable. Nothing is lost: try again.";

export const drillMessages = {
  list: { failed: "The drills could not be loaded.", network },
  open: { failed: "This drill could not be loaded.", network },
  reveal: { failed: "The answer could not be loaded.", network },
  review: { failed: "Your rating could not be saved.", network },
  goal: { failed: "Your goal could not be saved.", network },
};
