-- The table of rate-limiter-flexible, shared by all servers (its documented shape).
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
