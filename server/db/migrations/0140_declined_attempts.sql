-- When the provider last declined a payment of this order, and its reason; null if it never did, or gave no reason.
-- The previous version of the server neither reads nor writes them.
alter table orders
  add column declined_at timestamptz,
  add column decline_reason text;
