-- The catalogue promises what the product does today. The AI's report is shown where there is one; none is promised.
update plans set features = array['45 minutes, live, one to one', 'A room with video and shared code', 'Mentor''s written feedback']
  where plan_type = 'Basic';
