-- What an interviewer reads beside an earning that was taken away. Those from before say only that.
alter table earnings add column void_reason text;
