-- A coupon or list price far below the list price needs a second owner. An older server asks for none of these and leaves
-- them alone.
alter table operator_approvals drop constraint operator_approvals_kind_check;
alter table operator_approvals add constraint operator_approvals_kind_check
  check (kind in ('refund', 'payout', 'grant', 'cancel', 'price', 'coupon'));

-- The owners who made or resumed a coupon alone, and so cannot use it themselves.
alter table coupons add column makers uuid[] not null default '{}';
-- The owner who approved it.
alter table coupons add column approved_by uuid references users (id);
update coupons set makers = alone.makers
from (
  select subject, array_agg(distinct actor_user_id) as makers from audit_log
  where action in ('coupon.made', 'coupon.resumed') and actor_user_id is not null
  group by subject
) alone
where alone.subject = 'coupon:' || coupons.id and not coupons.is_launch_offer;
