-- Drills are free, and an interviewer can read the resume before every interview, so neither is a part of this plan alone.
-- Features that somebody else chose stay as they are.
update plans set features = array['Everything in Pro', 'Five mentors or one you trust', 'Five interviews to compare']
  where plan_type = 'Premium'
    and features = array['Everything in Pro', 'Role-specific drills', 'Resume read before each session'];
