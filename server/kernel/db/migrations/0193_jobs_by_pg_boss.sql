-- pg-boss fetches its jobs itself.
drop function claim_due_jobs(text, integer);
drop function due_queues(text[]);
