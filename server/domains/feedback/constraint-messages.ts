/** The messages for users when a constraint of this domain refuses a write. */
export const feedbackConstraintMessages = {
  feedback_one_per_booking: "You have already given feedback for this session.",
  feedback_files_pkey: "A feedback file was already uploaded for this interview.",
};
