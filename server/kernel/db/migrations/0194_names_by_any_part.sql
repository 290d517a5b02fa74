-- The filters of the desk find any part of a name by users_by_words.
drop index users_by_name_start;
