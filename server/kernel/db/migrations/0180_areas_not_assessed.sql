-- A mentor can leave an area unscored, with or without a note on it.

alter table feedback_scores alter column score drop not null;
