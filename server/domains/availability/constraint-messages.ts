/** What a person reads when a constraint of this domain refuses a write. */
export const availabilityConstraintMessages = {
  availability_no_overlap: "This slot overlaps with another slot of yours.",
};
