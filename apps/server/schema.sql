-- What the migrations make of an empty database. Written by npm run schema:dump; do not edit.

create extension citext;

create extension pg_trgm;

create extension unaccent;

CREATE OR REPLACE FUNCTION public.balance_follows_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'a balance moves by the ledger alone'
      using errcode = 'restrict_violation', constraint = 'balance_follows_ledger';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.change_order_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update order_texts set text = order_text(new.id) where order_id = new.id and text is distinct from order_text(new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.change_text_of_places()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update order_texts set text = order_text(changed.order_id)
    from (select distinct order_id from changed_places) as changed
    where order_texts.order_id = changed.order_id and order_texts.text is distinct from order_text(changed.order_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_change_of_user_meta()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and new is not distinct from old then return null; end if;
  update users set meta_version = meta_version + 1 where id = coalesce(new.user_id, old.user_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.discount_follows_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update order_discounts set is_counted = (new.state <> 'canceled' and new.deleted_at is null) where order_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_offer_sums()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from offer_sum_changes;
  delete from offer_sums;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_order_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from order_day_changes;
  delete from order_days;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_order_sums()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from order_sum_changes;
  delete from order_sums;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.invoice_hears_credit_note()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update invoices set credited_bani = credited_bani + new.payable_bani where id = new.corrects_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.invoice_hears_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  owed bigint;
begin
  update invoices set paid_bani = paid_bani + new.amount_bani where id = new.invoice_id and kind = 'invoice'
    returning payable_bani - credited_bani - paid_bani into owed;
  if owed is null then
    raise exception 'only invoices are paid' using errcode = 'check_violation', constraint = 'invoice_payments_of_invoices';
  end if;
  if new.reverses_id is null and ((new.amount_bani > 0 and owed < 0) or (new.amount_bani < 0 and owed > 0)) then
    raise exception 'never more than is owed' using errcode = 'check_violation', constraint = 'invoice_payments_owed';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.invoice_sums_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'the sums of an invoice move with its payments and credit notes'
      using errcode = 'restrict_violation', constraint = 'invoice_sums_follow';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.invoices_are_written_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an invoice is written once: correct it with a credit note' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_order_spots(ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  delete from order_spots s
    where s.order_id = any(ids) and not exists (select from order_spots_of(array[s.order_id]));
  insert into order_spots as s select * from order_spots_of(ids)
    on conflict (order_id) do update set company_id = excluded.company_id, day = excluded.day, hour = excluded.hour,
      cell_lat = excluded.cell_lat, cell_long = excluded.cell_long
    where (s.company_id, s.day, s.hour, s.cell_lat, s.cell_long)
      is distinct from (excluded.company_id, excluded.day, excluded.hour, excluded.cell_lat, excluded.cell_long);
end $function$;

CREATE OR REPLACE FUNCTION public.keep_order_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into order_texts (order_id, text) select orders.id, order_text(orders.id) from orders where orders.id = new.id
    on conflict (order_id) do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_search_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from search_facts where walk_id = new.id;
  insert into search_facts select * from search_facts_of(array[new.id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_balances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from ledger_entries e where e.transaction_id in (select transaction_id from fresh)
    group by e.transaction_id having sum(e.amount_bani) <> 0
  ) then
    raise exception 'a ledger transaction adds up to zero' using errcode = 'check_violation', constraint = 'ledger_balances';
  end if;
  update driver_status d set balance_bani = d.balance_bani + moved.bani
    from (select driver_id, sum(amount_bani) as bani from fresh where account = 'driver' group by driver_id) as moved
    where d.driver_id = moved.driver_id;
  if exists (
    select from (
      select distinct on (driver_id) driver_id, balance_after_bani from fresh where account = 'driver'
      order by driver_id, id desc
    ) as last left join driver_status d on d.driver_id = last.driver_id
    where d.balance_bani is distinct from last.balance_after_bani
  ) then
    raise exception 'a balance was reckoned from an older one'
      using errcode = 'serialization_failure', constraint = 'ledger_balance_is_current';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_is_written_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the ledger is written once: reverse the transaction instead'
    using errcode = 'restrict_violation', table = tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_transaction_has_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from ledger_entries where transaction_id = new.id) then
    raise exception 'a ledger transaction has entries'
      using errcode = 'check_violation', constraint = 'ledger_has_entries';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_added_order_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into order_day_changes
  select o.created_by_company_id, m.day, sum(m.placed), sum(m.finished), sum(m.canceled)
  from added o cross join lateral order_day_marks(o.deleted_at, o.placed_at, o.state, o.trip_finished_at, o.canceled_at) m
  group by 1, 2;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_added_order_sums()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into order_sum_changes
  select m.company_id, m.side, m.day, m.person_id, m.reason, m.ended_by, sum(m.orders), sum(m.finished), sum(m.manual), sum(m.waits),
    sum(m.wait_seconds), sum(m.cost_bani), sum(m.cash_bani), sum(m.discount_bani), sum(m.payment_bani), sum(m.busy_seconds)
  from added a cross join lateral order_sum_marks(a::orders) m
  group by 1, 2, 3, 4, 5, 6;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_changed_order_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into order_day_changes
  select company_id, day, sum(placed), sum(finished), sum(canceled)
  from (
    select old.created_by_company_id, m.day, -m.placed, -m.finished, -m.canceled
    from order_day_marks(old.deleted_at, old.placed_at, old.state, old.trip_finished_at, old.canceled_at) m
    union all
    select new.created_by_company_id, m.day, m.placed, m.finished, m.canceled
    from order_day_marks(new.deleted_at, new.placed_at, new.state, new.trip_finished_at, new.canceled_at) m
  ) as change (company_id, day, placed, finished, canceled)
  group by company_id, day
  having sum(placed) <> 0 or sum(finished) <> 0 or sum(canceled) <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_changed_order_sums()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into order_sum_changes
  select m.company_id, m.side, m.day, m.person_id, m.reason, m.ended_by, sum(n * m.orders), sum(n * m.finished), sum(n * m.manual),
    sum(n * m.waits), sum(n * m.wait_seconds), sum(n * m.cost_bani), sum(n * m.cash_bani), sum(n * m.discount_bani),
    sum(n * m.payment_bani), sum(n * m.busy_seconds)
  from (
    select -1 as n, before.* from order_sum_marks(old) before
    union all
    select 1, after.* from order_sum_marks(new) after
  ) as m
  group by 1, 2, 3, 4, 5, 6
  having (sum(n * m.orders), sum(n * m.finished), sum(n * m.manual), sum(n * m.waits), sum(n * m.wait_seconds), sum(n * m.cost_bani),
    sum(n * m.cash_bani), sum(n * m.discount_bani), sum(n * m.payment_bani), sum(n * m.busy_seconds))
    is distinct from (0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_offer_sums()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    insert into offer_sum_changes
    select m.driver_id, m.day, -m.offers, -m.accepted, -m.returned, -m.refused, -m.unanswered, -m.unseen, -m.undelivered, -m.lost,
      -m.withdrawn, -m.metres from offer_sum_marks(old) m;
  end if;
  if tg_op <> 'DELETE' then
    insert into offer_sum_changes select m.* from offer_sum_marks(new) m;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_removed_order_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into order_day_changes
  select o.created_by_company_id, m.day, -sum(m.placed), -sum(m.finished), -sum(m.canceled)
  from removed o cross join lateral order_day_marks(o.deleted_at, o.placed_at, o.state, o.trip_finished_at, o.canceled_at) m
  group by 1, 2;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_removed_order_sums()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into order_sum_changes
  select m.company_id, m.side, m.day, m.person_id, m.reason, m.ended_by, -m.orders, -m.finished, -m.manual, -m.waits, -m.wait_seconds,
    -m.cost_bani, -m.cash_bani, -m.discount_bani, -m.payment_bani, -m.busy_seconds
  from order_sum_marks(old) m;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.offer_sum_marks(o search_offers)
 RETURNS SETOF offer_sum_changes
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select o.driver_id, (o.notified_at at time zone 'Europe/Bucharest')::date, 1, yes.it, (o.fate = 'accepted_then_returned')::integer,
    (o.fate = 'refused')::integer, (o.fate = 'seen_no_answer')::integer, (o.fate = 'delivered_not_seen')::integer,
    (o.fate = 'not_delivered')::integer, (o.fate = 'lost_race')::integer, (o.fate = 'withdrawn')::integer,
    yes.it::bigint * coalesce(o.route_metres, o.metres)
  from (select (o.fate in ('accepted', 'accepted_then_returned'))::integer as it) as yes
  where o.fate <> 'open'
$function$;

CREATE OR REPLACE FUNCTION public.order_day_marks(deleted_at timestamp with time zone, placed_at timestamp with time zone, state text, trip_finished_at timestamp with time zone, canceled_at timestamp with time zone)
 RETURNS TABLE(day date, placed integer, finished integer, canceled integer)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select (at at time zone 'Europe/Bucharest')::date, mark.placed, mark.finished, mark.canceled
  from (values
    (order_day_marks.placed_at, 1, 0, 0),
    (case when state = 'finished' then trip_finished_at end, 0, 1, 0),
    (case when state = 'canceled' and order_day_marks.placed_at is not null then order_day_marks.canceled_at end, 0, 0, 1)
  ) as mark (at, placed, finished, canceled)
  where order_day_marks.deleted_at is null and at is not null
$function$;

CREATE OR REPLACE FUNCTION public.order_spots_of(ids bigint[])
 RETURNS SETOF order_spots
 LANGUAGE sql
 STABLE
AS $function$
  select distinct on (o.id) o.id, o.created_by_company_id, wall.at::date, extract(hour from wall.at)::smallint,
    floor(p.lat / 0.002)::integer, floor(p.long / 0.003)::integer
  from orders o
  join order_places p on p.order_id = o.id and p.position = 0
  cross join lateral (select o.departure_time at time zone 'Europe/Bucharest' as at) wall
  where o.id = any(ids) and o.placed_at is not null and o.deleted_at is null
  order by o.id, p.id
$function$;

CREATE OR REPLACE FUNCTION public.order_sum_marks(o orders)
 RETURNS SETOF order_sum_changes
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select side.company_id, side.name, (side.at at time zone 'Europe/Bucharest')::date, side.person_id,
    case when o.state = 'canceled' then coalesce(o.cancellation_reason_type, '') else '' end,
    case when o.state = 'canceled' then coalesce(o.cancelled_by, '') else '' end,
    1, done.it, o.manually_assigned::integer,
    case when o.assigned_at >= o.placed_at then done.it else 0 end,
    case when o.assigned_at >= o.placed_at then done.it * extract(epoch from o.assigned_at - o.placed_at)::bigint else 0 end,
    fare.it * coalesce(o.cost_bani, 0), case when o.payment_type = 'cash' then fare.it * coalesce(o.discounted_cost_bani, o.cost_bani, 0) else 0 end,
    fare.it * coalesce(o.discount_amount_bani, 0), done.it * o.driver_payment_bani,
    case when o.trip_finished_at >= o.assigned_at
      then done.it * extract(epoch from o.trip_finished_at - o.assigned_at)::bigint else 0 end
  from (select (o.state = 'finished')::integer as it) as done
  cross join (select (o.state = 'finished' and o.fare_doubt is null)::integer as it) as fare
  cross join (
    select case o.state when 'finished' then o.trip_finished_at when 'canceled' then o.canceled_at end as at
  ) as over
  cross join lateral (values
    ('taken', o.created_by_company_id, o.created_at, coalesce(o.dispatcher_id, 0)),
    ('driven', coalesce(o.processed_by_company_id, o.created_by_company_id), over.at, o.driver_id),
    ('account', o.created_by_company_id, over.at, o.protocol_user_id)
  ) as side (name, company_id, at, person_id)
  where o.deleted_at is null and o.state <> 'new' and (o.state <> 'canceled' or o.placed_at is not null)
    and side.at is not null and side.person_id is not null
$function$;

CREATE OR REPLACE FUNCTION public.order_text(wanted bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
    select search_fold(concat_ws(' ', orders.address, orders.name, orders.client_name, orders.phone,
      nullif(orders.client_phone, orders.phone),
      (select string_agg(p.name, ' ' order by p.position) from order_places p where p.order_id = orders.id and p.position > 0)))
    from orders where orders.id = wanted
  $function$;

CREATE OR REPLACE FUNCTION public.payments_are_written_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a payment is written once: take it back by a reversal' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.search_facts_of(ids bigint[])
 RETURNS SETOF search_facts
 LANGUAGE sql
 STABLE
AS $function$
  select w.id, orders.created_by_company_id, wall.at::date, extract(hour from wall.at)::smallint, w.interval_id, w.status,
    w.walk_no > 1, greatest(extract(epoch from w.ended_at - w.started_at), 0)::integer, seen.rounds, seen.offers, seen.refusals, seen.metres
  from search_walks w join orders on orders.id = w.order_id
  cross join lateral (select w.started_at at time zone 'Europe/Bucharest' as at) wall
  cross join lateral (
    select count(distinct r.id)::integer as rounds, count(f.id)::integer as offers,
      count(f.id) filter (where f.fate in ('refused', 'seen_no_answer', 'delivered_not_seen'))::integer as refusals,
      max(coalesce(f.route_metres, f.metres)) filter (where f.fate in ('accepted', 'accepted_then_returned')) as metres
    from search_rounds r left join search_offers f on f.round_id = r.id where r.walk_id = w.id
  ) as seen
  where w.id = any(ids) and w.status not in ('running', 'queued') and w.ended_at is not null
$function$;

CREATE OR REPLACE FUNCTION public.search_fold(words text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
begin
  return lower(public.unaccent('public.unaccent', words));
end
$function$;

CREATE OR REPLACE FUNCTION public.sip_take_dialled(dialling_user text, dialled text)
 RETURNS TABLE(line text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update dialled_phones set taken_at = now()
  where user_id = dialling_user::bigint and phone = dialled and taken_at is null and asked_at > now() - interval '60 seconds'
    and not exists (select from outgoing_rules o where o.company_id = dialled_phones.company_id and o.stopped_at is not null)
  returning (
    select min(number) from phone_lines
    where phone_lines.company_id = dialled_phones.company_id and phone_lines.verified_at is not null
  )
$function$;
revoke all on function sip_take_dialled(text,text) from public;

CREATE OR REPLACE FUNCTION public.spot_of_changed_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_order_spots(array[new.id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.spots_of_changed_places()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_order_spots(array(select distinct order_id from changed_places where position = 0));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.spots_of_moved_places()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_order_spots(array(
    select distinct after.order_id from after join before on before.id = after.id
    where (before.position = 0 or after.position = 0)
      and (before.position, before.lat, before.long) is distinct from (after.position, after.lat, after.long)));
  return null;
end $function$;

create sequence event_log_ordinal as bigint start 1 increment 1;

create table access_tokens (
  id bigint generated by default as identity not null,
  token_hash bytea not null,
  user_id bigint not null,
  device text,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  device_id bigint,
  network text,
  login_device_id bigint,
  constraint access_tokens_pkey PRIMARY KEY (id),
  constraint access_tokens_token_hash_key UNIQUE (token_hash),
  constraint access_tokens_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE SET NULL,
  constraint access_tokens_login_device_id_fkey FOREIGN KEY (login_device_id) REFERENCES login_devices(id) ON DELETE SET NULL,
  constraint access_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX access_tokens_device ON public.access_tokens USING btree (device_id) WHERE (device_id IS NOT NULL);
CREATE INDEX access_tokens_login_device ON public.access_tokens USING btree (login_device_id) WHERE (login_device_id IS NOT NULL);
CREATE INDEX access_tokens_user ON public.access_tokens USING btree (user_id) WHERE (revoked_at IS NULL);

create table account_clients (
  account_id bigint not null,
  user_id bigint not null,
  name text not null,
  note text,
  added_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint account_clients_pkey PRIMARY KEY (account_id, user_id),
  constraint account_clients_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
  constraint account_clients_note_check CHECK ((length(note) <= 500)),
  constraint account_clients_account_id_fkey FOREIGN KEY (account_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint account_clients_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX account_clients_user ON public.account_clients USING btree (user_id);

create table announcements (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  title text not null,
  text text not null,
  audience text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  created_by bigint,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  updated_at timestamp with time zone,
  version integer default 1 not null,
  constraint announcements_pkey PRIMARY KEY (id),
  constraint announcements_audience_check CHECK ((audience = ANY (ARRAY['drivers'::text, 'dispatchers'::text, 'all'::text]))),
  constraint announcements_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint announcements_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
);
CREATE INDEX announcements_company ON public.announcements USING btree (company_id, starts_at) WHERE (deleted_at IS NULL);
CREATE INDEX announcements_listed ON public.announcements USING btree (company_id, id DESC) WHERE (deleted_at IS NULL);

create table audit_log (
  id bigint generated by default as identity not null,
  happened_at timestamp with time zone not null,
  company_id bigint,
  user_id bigint,
  user_ip text,
  entity text not null,
  entity_id bigint not null,
  action text not null,
  before jsonb not null,
  after jsonb not null,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint audit_log_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX audit_log_age ON public.audit_log USING btree (happened_at);
CREATE INDEX audit_log_of_company ON public.audit_log USING btree (company_id, id DESC);
CREATE INDEX audit_log_of_row ON public.audit_log USING btree (entity, entity_id, id DESC);

create table billing_profiles (
  company_id bigint not null,
  legal_name text not null,
  cui text not null,
  vat_state text not null,
  vat_hundredths integer default 2100 not null,
  exemption_reason text,
  reg_com text,
  street text not null,
  city text not null,
  county text not null,
  email text,
  iban text,
  bank text,
  series text not null,
  credit_series text not null,
  updated_by bigint,
  updated_at timestamp with time zone not null,
  version integer default 1 not null,
  constraint billing_profiles_pkey PRIMARY KEY (company_id),
  constraint billing_profiles_check CHECK (((vat_state <> 'exempt'::text) OR (exemption_reason IS NOT NULL))),
  constraint billing_profiles_check1 CHECK ((series <> credit_series)),
  constraint billing_profiles_county_check CHECK ((county ~ '^[A-Z]{1,2}$'::text)),
  constraint billing_profiles_credit_series_check CHECK ((credit_series ~ '^[A-Z0-9]{1,10}$'::text)),
  constraint billing_profiles_series_check CHECK ((series ~ '^[A-Z0-9]{1,10}$'::text)),
  constraint billing_profiles_vat_hundredths_check CHECK (((vat_hundredths >= 1) AND (vat_hundredths <= 10000))),
  constraint billing_profiles_vat_state_check CHECK ((vat_state = ANY (ARRAY['registered'::text, 'not_registered'::text, 'exempt'::text]))),
  constraint billing_profiles_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint billing_profiles_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id) ON DELETE SET NULL
);

create table blocked_phones (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  phone text not null,
  reason text not null,
  created_by bigint,
  created_at timestamp with time zone not null,
  constraint blocked_phones_pkey PRIMARY KEY (id),
  constraint blocked_phones_company_id_phone_key UNIQUE (company_id, phone),
  constraint blocked_phones_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint blocked_phones_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
);

create table broadcasts (
  id uuid default gen_random_uuid() not null,
  company_ids bigint[] not null,
  sender_id bigint not null,
  audience text not null,
  message text not null,
  receivers integer not null,
  created_at timestamp with time zone not null,
  state text default 'sent'::text not null,
  title text,
  sender_name text,
  shares jsonb default '[]'::jsonb not null,
  cursor_user_id bigint default 0 not null,
  done integer default 0 not null,
  ended_at timestamp with time zone,
  constraint broadcasts_pkey PRIMARY KEY (id),
  constraint broadcasts_audience_check CHECK ((audience = ANY (ARRAY['drivers'::text, 'clients'::text]))),
  constraint broadcasts_done_check CHECK ((done >= 0)),
  constraint broadcasts_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'sent'::text, 'stopped'::text]))),
  constraint broadcasts_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES users(id)
);
CREATE INDEX broadcasts_sender ON public.broadcasts USING btree (sender_id, created_at DESC);
CREATE INDEX broadcasts_sending ON public.broadcasts USING btree (created_at) WHERE (state = 'sending'::text);

create table call_recording_plays (
  id bigint generated by default as identity not null,
  recording_id bigint not null,
  user_id bigint not null,
  played_at timestamp with time zone not null,
  constraint call_recording_plays_pkey PRIMARY KEY (id),
  constraint call_recording_plays_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES call_recordings(id) ON DELETE CASCADE,
  constraint call_recording_plays_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX call_recording_plays_recording ON public.call_recording_plays USING btree (recording_id, played_at);
CREATE INDEX call_recording_plays_user ON public.call_recording_plays USING btree (user_id);

create table call_recordings (
  id bigint generated by default as identity not null,
  call_id bigint not null,
  file text not null,
  seconds integer not null,
  bytes bigint not null,
  mime text not null,
  recorded_at timestamp with time zone not null,
  constraint call_recordings_pkey PRIMARY KEY (id),
  constraint call_recordings_call_id_file_key UNIQUE (call_id, file),
  constraint call_recordings_bytes_check CHECK ((bytes >= 0)),
  constraint call_recordings_seconds_check CHECK ((seconds >= 0)),
  constraint call_recordings_call_id_fkey FOREIGN KEY (call_id) REFERENCES calls(id) ON DELETE CASCADE
);

create table calls (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  phone text not null,
  sip_caller_id text,
  state text default 'pending'::text not null,
  dispatcher_id bigint,
  order_id bigint,
  rang_at timestamp with time zone not null,
  started_at timestamp with time zone,
  held_at timestamp with time zone,
  ended_at timestamp with time zone,
  reason_type text,
  reason_text text,
  is_test boolean default false not null,
  is_missed boolean default false not null,
  direction text default 'in'::text not null,
  answered_by bigint,
  answered_at timestamp with time zone,
  reached_at timestamp with time zone,
  callee_driver_id bigint,
  transferred_from bigint,
  called_back_at timestamp with time zone,
  called_back_by bigint,
  exchange text,
  moves_to bigint,
  moves_until timestamp with time zone,
  constraint calls_pkey PRIMARY KEY (id),
  constraint calls_check CHECK (((state = 'ended'::text) = (ended_at IS NOT NULL))),
  constraint calls_check1 CHECK (((answered_by IS NULL) = (answered_at IS NULL))),
  constraint calls_check2 CHECK (((called_back_by IS NULL) = (called_back_at IS NULL))),
  constraint calls_check3 CHECK (((direction = 'out'::text) OR ((reached_at IS NULL) AND (callee_driver_id IS NULL)))),
  constraint calls_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
  constraint calls_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'started'::text, 'on_hold'::text, 'ended'::text]))),
  constraint calls_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id),
  constraint calls_called_back_by_fkey FOREIGN KEY (called_back_by) REFERENCES users(id),
  constraint calls_callee_driver_id_fkey FOREIGN KEY (callee_driver_id) REFERENCES users(id),
  constraint calls_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint calls_dispatcher_id_fkey FOREIGN KEY (dispatcher_id) REFERENCES users(id),
  constraint calls_moves_to_fkey FOREIGN KEY (moves_to) REFERENCES users(id),
  constraint calls_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint calls_transferred_from_fkey FOREIGN KEY (transferred_from) REFERENCES users(id)
);
CREATE INDEX calls_answered ON public.calls USING btree (answered_at) WHERE ((state = 'pending'::text) AND (answered_at IS NOT NULL));
CREATE INDEX calls_at_exchange ON public.calls USING btree (exchange) WHERE ((state <> 'ended'::text) AND (exchange IS NOT NULL));
CREATE INDEX calls_missed ON public.calls USING btree (company_id, rang_at DESC) WHERE (is_missed OR (reason_type = 'connection_lost'::text));
CREATE INDEX calls_of_days ON public.calls USING btree (company_id, rang_at);
CREATE UNIQUE INDEX calls_one_of_order ON public.calls USING btree (order_id) WHERE (state = ANY (ARRAY['started'::text, 'on_hold'::text]));
CREATE UNIQUE INDEX calls_one_started ON public.calls USING btree (dispatcher_id) WHERE (state = 'started'::text);
CREATE INDEX calls_open ON public.calls USING btree (company_id, phone) WHERE (state <> 'ended'::text);
CREATE INDEX calls_order ON public.calls USING btree (order_id, id DESC);
CREATE INDEX calls_ringing ON public.calls USING btree (rang_at) WHERE (state = 'pending'::text);
CREATE UNIQUE INDEX calls_sip_u ON public.calls USING btree (sip_caller_id) WHERE (state <> 'ended'::text);

create table car_photos (
  car_id bigint not null,
  content_type text not null,
  photo bytea not null,
  updated_at timestamp with time zone not null,
  constraint car_photos_pkey PRIMARY KEY (car_id),
  constraint car_photos_content_type_check CHECK ((content_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text]))),
  constraint car_photos_car_id_fkey FOREIGN KEY (car_id) REFERENCES cars(id) ON DELETE CASCADE
);

create table car_watches (
  order_id bigint not null,
  driver_id bigint not null,
  assigned_at timestamp with time zone not null,
  since timestamp with time zone not null,
  due_at timestamp with time zone not null,
  warned_as text,
  warned_since timestamp with time zone,
  sought_at timestamp with time zone,
  constraint car_watches_pkey PRIMARY KEY (order_id),
  constraint car_watches_check CHECK (((warned_as IS NULL) = (warned_since IS NULL))),
  constraint car_watches_warned_as_check CHECK ((warned_as = ANY (ARRAY['standing'::text, 'leaving'::text, 'silent'::text]))),
  constraint car_watches_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint car_watches_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX car_watches_driver ON public.car_watches USING btree (driver_id);
CREATE INDEX car_watches_due ON public.car_watches USING btree (due_at);

create table cars (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  indicativ text not null,
  number text not null,
  make text,
  model text,
  color text,
  year smallint,
  seats smallint default 4 not null,
  category text default 'standard'::text not null,
  options jsonb default '[]'::jsonb not null,
  taxi_licence_until date,
  itp_until date,
  rca_until date,
  is_active boolean default true not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  taxi_licence_no text,
  notes text,
  updated_at timestamp with time zone,
  version integer default 1 not null,
  constraint cars_pkey PRIMARY KEY (id),
  constraint cars_category CHECK ((category = ANY (ARRAY['standard'::text, 'comfort'::text, 'xl'::text, 'van'::text, 'moto'::text, 'bike'::text]))),
  constraint cars_indicativ_check CHECK (((length(indicativ) >= 1) AND (length(indicativ) <= 8))),
  constraint cars_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE INDEX cars_company ON public.cars USING btree (company_id, id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX cars_indicativ_u ON public.cars USING btree (company_id, indicativ) WHERE (is_active AND (deleted_at IS NULL));
CREATE UNIQUE INDEX cars_number_u ON public.cars USING btree (number) WHERE (deleted_at IS NULL);

create table client_codes (
  company_id bigint not null,
  phone text not null,
  asked_at timestamp with time zone not null,
  code_hash text,
  expires_at timestamp with time zone,
  tries smallint default 0 not null,
  constraint client_codes_pkey PRIMARY KEY (company_id, phone),
  constraint client_codes_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);

create table client_erasures (
  id bigint generated by default as identity not null,
  user_id bigint not null,
  company_ids bigint[] not null,
  phone_hash text not null,
  is_whole boolean not null,
  removed jsonb not null,
  erased_by bigint,
  erased_at timestamp with time zone not null,
  mentions text,
  constraint client_erasures_pkey PRIMARY KEY (id),
  constraint client_erasures_erased_by_fkey FOREIGN KEY (erased_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint client_erasures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX client_erasures_unfinished ON public.client_erasures USING btree (id) WHERE (mentions IS NOT NULL);
CREATE INDEX client_erasures_user ON public.client_erasures USING btree (user_id);

create table client_errors (
  id bigint generated by default as identity not null,
  user_id bigint not null,
  context text not null,
  message text not null,
  order_id bigint,
  phone_tail text,
  created_at timestamp with time zone not null,
  constraint client_errors_pkey PRIMARY KEY (id),
  constraint client_errors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX client_errors_age ON public.client_errors USING btree (created_at);
CREATE INDEX client_errors_user ON public.client_errors USING btree (user_id, created_at);

create table client_sessions (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  phone text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint client_sessions_pkey PRIMARY KEY (id),
  constraint client_sessions_company_id_phone_key UNIQUE (company_id, phone),
  constraint client_sessions_token_hash_key UNIQUE (token_hash),
  constraint client_sessions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);

create table clock_steps (
  id bigint generated by default as identity not null,
  old_time timestamp with time zone not null,
  seconds double precision not null,
  constraint clock_steps_pkey PRIMARY KEY (id)
);

create table companies (
  id bigint generated by default as identity not null,
  cui text,
  name text not null,
  address text,
  lat double precision,
  lng double precision,
  phone text,
  package_id smallint default 1 not null,
  type text default 'taxi'::text not null,
  description text,
  trial_until date,
  status text default 'trial'::text not null,
  is_demo boolean default false not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  euid text,
  logo_version integer,
  version integer default 1 not null,
  withheld_version integer default 1 not null,
  approval text default 'approved'::text not null,
  approval_reason text,
  is_email_proved boolean default true not null,
  sms_prefixes text[] default '{+40}'::text[] not null,
  email_proved_by bigint,
  constraint companies_pkey PRIMARY KEY (id),
  constraint companies_approval_check CHECK ((approval = ANY (ARRAY['open'::text, 'waiting'::text, 'approved'::text, 'refused'::text]))),
  constraint companies_approval_reason_check CHECK ((length(approval_reason) <= 500)),
  constraint companies_cui_check CHECK ((cui ~ '^[0-9]{2,10}$'::text)),
  constraint companies_lat_check CHECK (((lat >= ('-90'::integer)::double precision) AND (lat <= (90)::double precision))),
  constraint companies_lng_check CHECK (((lng >= ('-180'::integer)::double precision) AND (lng <= (180)::double precision))),
  constraint companies_package_id_check CHECK (((package_id >= 0) AND (package_id <= 3))),
  constraint companies_status_check CHECK ((status = ANY (ARRAY['trial'::text, 'active'::text, 'suspended'::text]))),
  constraint companies_email_proved_by_fkey FOREIGN KEY (email_proved_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX companies_cui ON public.companies USING btree (cui) WHERE (cui IS NOT NULL);
CREATE INDEX companies_proved_by ON public.companies USING btree (email_proved_by) WHERE (email_proved_by IS NOT NULL);
CREATE INDEX companies_waiting ON public.companies USING btree (id) WHERE (approval = 'waiting'::text);

create table company_clients (
  company_id bigint not null,
  user_id bigint not null,
  name text,
  about text,
  protocol_parent_user_id bigint,
  created_at timestamp with time zone not null,
  email citext,
  identifier text,
  is_active boolean default true not null,
  version integer default 1 not null,
  constraint company_clients_pkey PRIMARY KEY (company_id, user_id),
  constraint company_clients_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint company_clients_protocol_parent_user_id_fkey FOREIGN KEY (protocol_parent_user_id) REFERENCES users(id),
  constraint company_clients_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX company_clients_by_age ON public.company_clients USING btree (user_id DESC, company_id);
CREATE INDEX company_clients_by_code ON public.company_clients USING btree (lower(identifier) text_pattern_ops, company_id) WHERE (identifier IS NOT NULL);
CREATE INDEX company_clients_by_name ON public.company_clients USING btree (company_id, search_fold(name), user_id);
CREATE INDEX company_clients_email_trgm ON public.company_clients USING gin (((email)::text) gin_trgm_ops);
CREATE INDEX company_clients_folded_name ON public.company_clients USING gin (search_fold(name) gin_trgm_ops);
CREATE INDEX company_clients_of_account ON public.company_clients USING btree (protocol_parent_user_id) WHERE (protocol_parent_user_id IS NOT NULL);
CREATE INDEX company_clients_of_all_by_name ON public.company_clients USING btree (search_fold(name), user_id, company_id);
CREATE INDEX company_clients_user ON public.company_clients USING btree (user_id);

create table company_cuis (
  company_id bigint not null,
  cui text not null,
  verified_at timestamp with time zone not null,
  verified_by bigint,
  constraint company_cuis_pkey PRIMARY KEY (company_id),
  constraint company_cuis_cui_key UNIQUE (cui),
  constraint company_cuis_cui_check CHECK ((cui ~ '^[0-9]{2,10}$'::text)),
  constraint company_cuis_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint company_cuis_verified_by_fkey FOREIGN KEY (verified_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX company_cuis_verified_by ON public.company_cuis USING btree (verified_by) WHERE (verified_by IS NOT NULL);

create table company_email_proofs (
  token_hash bytea,
  company_id bigint not null,
  user_id bigint not null,
  email citext not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  id bigint generated by default as identity not null,
  constraint company_email_proofs_pkey PRIMARY KEY (id),
  constraint company_email_proofs_token_hash_key UNIQUE (token_hash),
  constraint company_email_proofs_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint company_email_proofs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX company_email_proofs_of_company ON public.company_email_proofs USING btree (company_id);

create table company_logos (
  company_id bigint not null,
  content_type text not null,
  bytes bytea not null,
  constraint company_logos_pkey PRIMARY KEY (company_id),
  constraint company_logos_bytes_check CHECK ((length(bytes) <= 1048576)),
  constraint company_logos_content_type_check CHECK ((content_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/svg+xml'::text]))),
  constraint company_logos_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);

create table company_partners (
  company_id bigint not null,
  partner_company_id bigint not null,
  accepted_at timestamp with time zone,
  asked_at timestamp with time zone,
  constraint company_partners_pkey PRIMARY KEY (company_id, partner_company_id),
  constraint company_partners_check CHECK ((company_id <> partner_company_id)),
  constraint company_partners_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint company_partners_partner_company_id_fkey FOREIGN KEY (partner_company_id) REFERENCES companies(id) ON DELETE CASCADE
);
CREATE INDEX company_partners_asked ON public.company_partners USING btree (partner_company_id);

create table company_quotas (
  company_id bigint not null,
  kind text not null,
  limit_per_day integer not null,
  constraint company_quotas_pkey PRIMARY KEY (company_id, kind),
  constraint company_quotas_limit_per_day_check CHECK ((limit_per_day >= 0)),
  constraint company_quotas_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);

create table company_registry_answers (
  cui text not null,
  found jsonb not null,
  asked_at timestamp with time zone not null,
  constraint company_registry_answers_pkey PRIMARY KEY (cui),
  constraint company_registry_answers_cui_check CHECK ((cui ~ '^[0-9]{2,10}$'::text))
);

create table company_settings (
  company_id bigint not null,
  pending_timeout_min integer default 15 not null,
  scheduled_lead_min integer default 15 not null,
  skip_empty_steps boolean default true not null,
  operator_list_hours integer default 24 not null,
  require_valid_car_papers boolean default false not null,
  public_live boolean default false not null,
  simulate_in_production boolean default false not null,
  auto_pause boolean default false not null,
  playback_enabled boolean default false not null,
  min_balance_to_work_bani bigint,
  proof_photo_required boolean default false not null,
  remind_before_min integer default 0 not null,
  pretend_calls_per_hour integer,
  keep_recordings_days integer default 30 not null,
  keep_trails_days integer default 30 not null,
  keep_calls_days integer default 730 not null,
  keep_client_errors_days integer default 30 not null,
  keep_changes_days integer default 365 not null,
  two_factor_required boolean default false not null,
  default_sound text default 'sound'::text not null,
  line_answer text default 'simple'::text not null,
  files_register boolean default false not null,
  register_format text default 'xml'::text not null,
  dispatcher_fare_limit_ron integer default 50 not null,
  new_orders_ask_partners boolean default true not null,
  client_app boolean default false not null,
  keep_messages_days integer default 730 not null,
  keep_broadcasts_days integer default 730 not null,
  keep_incidents_days integer default 1095 not null,
  keep_block_reasons_days integer default 1095 not null,
  version integer default 1 not null,
  named_driver_confirms boolean default false not null,
  search_after_return boolean default true not null,
  no_show_wait_min integer default 5 not null,
  scheduled_lead_learned boolean default true not null,
  arrival_radius_m integer default 300 not null,
  car_warning_min integer default 3 not null,
  car_replacement_min integer default 6 not null,
  constraint company_settings_pkey PRIMARY KEY (company_id),
  constraint company_settings_arrival_radius_m_check CHECK (((arrival_radius_m >= 0) AND (arrival_radius_m <= 5000))),
  constraint company_settings_car_replacement_min_check CHECK (((car_replacement_min >= 0) AND (car_replacement_min <= 120))),
  constraint company_settings_car_warning_min_check CHECK (((car_warning_min >= 0) AND (car_warning_min <= 60))),
  constraint company_settings_default_sound_check CHECK ((default_sound = ANY (ARRAY['sound'::text, 'bell'::text, 'digital'::text, 'alarm'::text, 'melody'::text, 'short'::text, 'mute'::text]))),
  constraint company_settings_dispatcher_fare_limit_ron_check CHECK (((dispatcher_fare_limit_ron >= 0) AND (dispatcher_fare_limit_ron <= 1000))),
  constraint company_settings_keep_block_reasons_days_check CHECK ((keep_block_reasons_days >= 30)),
  constraint company_settings_keep_broadcasts_days_check CHECK ((keep_broadcasts_days >= 30)),
  constraint company_settings_keep_calls_days_check CHECK ((keep_calls_days >= 30)),
  constraint company_settings_keep_changes_days_check CHECK ((keep_changes_days >= 365)),
  constraint company_settings_keep_client_errors_days_check CHECK (((keep_client_errors_days >= 1) AND (keep_client_errors_days <= 30))),
  constraint company_settings_keep_incidents_days_check CHECK ((keep_incidents_days >= 365)),
  constraint company_settings_keep_messages_days_check CHECK ((keep_messages_days >= 30)),
  constraint company_settings_keep_recordings_days_check CHECK ((keep_recordings_days >= 1)),
  constraint company_settings_keep_trails_days_check CHECK ((keep_trails_days >= 1)),
  constraint company_settings_line_answer_check CHECK ((line_answer = ANY (ARRAY['simple'::text, 'lines'::text]))),
  constraint company_settings_no_show_wait_min_check CHECK (((no_show_wait_min >= 0) AND (no_show_wait_min <= 60))),
  constraint company_settings_operator_list_hours_check CHECK (((operator_list_hours >= 1) AND (operator_list_hours <= 168))),
  constraint company_settings_pending_timeout_min_check CHECK ((pending_timeout_min > 0)),
  constraint company_settings_pretend_calls_per_hour_check CHECK (((pretend_calls_per_hour >= 0) AND (pretend_calls_per_hour <= 200))),
  constraint company_settings_register_format_check CHECK ((register_format = ANY (ARRAY['xml'::text, 'csv'::text]))),
  constraint company_settings_remind_before_min_check CHECK (((remind_before_min >= 0) AND (remind_before_min <= 240))),
  constraint company_settings_scheduled_lead_min_check CHECK ((scheduled_lead_min >= 0)),
  constraint company_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);

create table company_usage (
  company_id bigint not null,
  day date not null,
  kind text not null,
  stripe smallint not null,
  used bigint not null,
  constraint company_usage_pkey PRIMARY KEY (company_id, day, kind, stripe),
  constraint company_usage_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
CREATE INDEX company_usage_by_day ON public.company_usage USING btree (day);

create table consents (
  id bigint generated always as identity not null,
  user_id bigint not null,
  company_id bigint,
  kind text not null,
  texts jsonb not null,
  wording text not null,
  ip inet,
  given_at timestamp with time zone not null,
  constraint consents_pkey PRIMARY KEY (id),
  constraint consents_kind_check CHECK ((kind = 'sign_up'::text)),
  constraint consents_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX consents_company ON public.consents USING btree (company_id);
CREATE INDEX consents_user ON public.consents USING btree (user_id);

create table content_versions (
  content_id bigint not null,
  version integer not null,
  title text not null,
  html text not null,
  updated_by bigint,
  at timestamp with time zone not null,
  constraint content_versions_pkey PRIMARY KEY (content_id, version),
  constraint content_versions_content_id_fkey FOREIGN KEY (content_id) REFERENCES contents(id) ON DELETE CASCADE,
  constraint content_versions_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id)
);

create table contents (
  id bigint generated by default as identity not null,
  url text not null,
  type text not null,
  title text not null,
  html text not null,
  menu_order integer default 0 not null,
  parent_id bigint,
  is_published boolean default false not null,
  version integer default 1 not null,
  handbook_hash text,
  updated_by bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint contents_pkey PRIMARY KEY (id),
  constraint contents_check CHECK ((parent_id <> id)),
  constraint contents_type_check CHECK ((type = ANY (ARRAY['page'::text, 'documentation'::text]))),
  constraint contents_url_check CHECK (((url ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(url) <= 80))),
  constraint contents_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES contents(id),
  constraint contents_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id)
);
CREATE INDEX contents_parent ON public.contents USING btree (parent_id);
CREATE UNIQUE INDEX contents_url ON public.contents USING btree (url) WHERE (deleted_at IS NULL);

create table conversation_reads (
  conversation_id bigint not null,
  user_id bigint not null,
  read_to bigint not null,
  read_at timestamp with time zone not null,
  constraint conversation_reads_pkey PRIMARY KEY (conversation_id, user_id),
  constraint conversation_reads_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE,
  constraint conversation_reads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table conversations (
  id bigint generated by default as identity not null,
  company_id bigint,
  interlocutor_id bigint,
  low_user_id bigint,
  high_user_id bigint,
  last_message_id bigint,
  last_at timestamp with time zone,
  last_inbound_id bigint default 0 not null,
  delivered_to bigint default 0 not null,
  read_to bigint default 0 not null,
  constraint conversations_pkey PRIMARY KEY (id),
  constraint conversations_check CHECK ((((interlocutor_id IS NOT NULL) AND (company_id IS NOT NULL) AND (low_user_id IS NULL) AND (high_user_id IS NULL)) OR ((interlocutor_id IS NULL) AND (low_user_id < high_user_id)))),
  constraint conversations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint conversations_high_user_id_fkey FOREIGN KEY (high_user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint conversations_interlocutor_id_fkey FOREIGN KEY (interlocutor_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint conversations_low_user_id_fkey FOREIGN KEY (low_user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX conversations_high ON public.conversations USING btree (high_user_id) WHERE (high_user_id IS NOT NULL);
CREATE INDEX conversations_newest ON public.conversations USING btree (company_id, last_at DESC) WHERE (last_at IS NOT NULL);
CREATE INDEX conversations_of_person ON public.conversations USING btree (interlocutor_id) WHERE (interlocutor_id IS NOT NULL);
CREATE UNIQUE INDEX conversations_pair ON public.conversations USING btree (low_user_id, high_user_id) WHERE (low_user_id IS NOT NULL);
CREATE UNIQUE INDEX conversations_room ON public.conversations USING btree (company_id, interlocutor_id) WHERE (interlocutor_id IS NOT NULL);

create table devices (
  id bigint generated by default as identity not null,
  install_id text,
  company_id bigint not null,
  user_id bigint,
  platform text not null,
  model text,
  app_version text,
  push_token text,
  status text default 'active'::text not null,
  notes text,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone,
  imei text,
  os_version text,
  phone_number text,
  updated_at timestamp with time zone,
  deleted_at timestamp with time zone,
  version integer default 1 not null,
  constraint devices_pkey PRIMARY KEY (id),
  constraint devices_imei_key UNIQUE (imei),
  constraint devices_install_id_key UNIQUE (install_id),
  constraint devices_imei_check CHECK ((imei ~ '^[0-9]{14,16}$'::text)),
  constraint devices_known_by CHECK (((install_id IS NOT NULL) OR (imei IS NOT NULL))),
  constraint devices_platform_check CHECK ((platform = ANY (ARRAY['android'::text, 'ios'::text]))),
  constraint devices_status_check CHECK ((status = ANY (ARRAY['active'::text, 'blocked'::text, 'lost'::text]))),
  constraint devices_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX devices_company ON public.devices USING btree (company_id, id) WHERE (deleted_at IS NULL);
CREATE INDEX devices_user ON public.devices USING btree (user_id);

create table dialled_phones (
  user_id bigint not null,
  company_id bigint not null,
  phone text not null,
  order_id bigint,
  callee_driver_id bigint,
  asked_at timestamp with time zone not null,
  taken_at timestamp with time zone,
  constraint dialled_phones_pkey PRIMARY KEY (user_id),
  constraint dialled_phones_callee_driver_id_fkey FOREIGN KEY (callee_driver_id) REFERENCES users(id),
  constraint dialled_phones_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint dialled_phones_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint dialled_phones_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX dialled_phones_company ON public.dialled_phones USING btree (company_id);

create table discounts (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  name text not null,
  type text not null,
  hundredths integer not null,
  max_amount_bani bigint,
  min_cost_bani bigint default 0 not null,
  trigger text not null,
  nth integer,
  code text,
  protocol_user_id bigint,
  days smallint[] default '{}'::smallint[] not null,
  time_from text,
  time_to text,
  valid_from date,
  valid_to date,
  max_uses integer,
  max_uses_per_client integer,
  service_ids integer[] default '{}'::integer[] not null,
  compensated_percent smallint default 100 not null,
  is_active boolean default true not null,
  created_by bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  version integer default 1 not null,
  constraint discounts_pkey PRIMARY KEY (id),
  constraint discounts_check CHECK (((type <> 'percent'::text) OR (hundredths <= 10000))),
  constraint discounts_check1 CHECK (((trigger = 'every_nth_order'::text) = (nth IS NOT NULL))),
  constraint discounts_check2 CHECK (((trigger = 'promo_code'::text) = (code IS NOT NULL))),
  constraint discounts_check3 CHECK (((time_from IS NULL) = (time_to IS NULL))),
  constraint discounts_check4 CHECK ((valid_from <= valid_to)),
  constraint discounts_code_check CHECK ((code ~ '^[A-Z0-9_-]{3,24}$'::text)),
  constraint discounts_compensated_percent_check CHECK (((compensated_percent >= 0) AND (compensated_percent <= 100))),
  constraint discounts_hundredths_check CHECK ((hundredths > 0)),
  constraint discounts_max_amount_bani_check CHECK ((max_amount_bani > 0)),
  constraint discounts_max_uses_check CHECK ((max_uses > 0)),
  constraint discounts_max_uses_per_client_check CHECK ((max_uses_per_client > 0)),
  constraint discounts_min_cost_bani_check CHECK ((min_cost_bani >= 0)),
  constraint discounts_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint discounts_nth_check CHECK (((nth >= 2) AND (nth <= 1000))),
  constraint discounts_time_from_check CHECK ((time_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint discounts_time_to_check CHECK ((time_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint discounts_trigger_check CHECK ((trigger = ANY (ARRAY['every_nth_order'::text, 'first_order'::text, 'promo_code'::text, 'protocol_company'::text, 'weekday_time'::text, 'manual'::text]))),
  constraint discounts_type_check CHECK ((type = ANY (ARRAY['percent'::text, 'fixed'::text]))),
  constraint discounts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint discounts_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint discounts_protocol_user_id_fkey FOREIGN KEY (protocol_user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX discounts_of_company ON public.discounts USING btree (company_id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX discounts_one_code ON public.discounts USING btree (company_id, code) WHERE ((deleted_at IS NULL) AND (code IS NOT NULL));

create table driver_cars (
  driver_id bigint not null,
  car_id bigint not null,
  is_default boolean default false not null,
  constraint driver_cars_pkey PRIMARY KEY (driver_id, car_id),
  constraint driver_cars_car_id_fkey FOREIGN KEY (car_id) REFERENCES cars(id) ON DELETE CASCADE,
  constraint driver_cars_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX driver_cars_car ON public.driver_cars USING btree (car_id);
CREATE UNIQUE INDEX driver_cars_default_u ON public.driver_cars USING btree (driver_id) WHERE is_default;

create table driver_last_positions (
  driver_id bigint not null,
  lat double precision not null,
  long double precision not null,
  heading real,
  speed real,
  recorded_at timestamp with time zone not null,
  zone_id bigint,
  implausible text,
  consistent_fixes smallint default 5 not null,
  constraint driver_last_positions_pkey PRIMARY KEY (driver_id),
  constraint driver_last_positions_consistent_fixes_check CHECK (((consistent_fixes >= 0) AND (consistent_fixes <= 5))),
  constraint driver_last_positions_implausible_check CHECK ((implausible = ANY (ARRAY['jump'::text, 'mock'::text, 'old'::text]))),
  constraint driver_last_positions_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id) ON DELETE CASCADE
);

create table driver_papers (
  driver_id bigint not null,
  licence_no text,
  licence_until date,
  attestation_until date,
  constraint driver_papers_pkey PRIMARY KEY (driver_id),
  constraint driver_papers_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id) ON DELETE CASCADE
);

create table driver_priorities (
  driver_id bigint not null,
  is_high boolean not null,
  until timestamp with time zone,
  due_at timestamp with time zone,
  constraint driver_priorities_pkey PRIMARY KEY (driver_id),
  constraint driver_priorities_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX driver_priorities_due ON public.driver_priorities USING btree (due_at) WHERE (due_at IS NOT NULL);

create table driver_shifts (
  id bigint generated by default as identity not null,
  driver_id bigint not null,
  car_id bigint not null,
  started_at timestamp with time zone not null,
  stopped_at timestamp with time zone,
  constraint driver_shifts_pkey PRIMARY KEY (id),
  constraint driver_shifts_car_id_fkey FOREIGN KEY (car_id) REFERENCES cars(id),
  constraint driver_shifts_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id)
);
CREATE INDEX driver_shifts_driver ON public.driver_shifts USING btree (driver_id, started_at);
CREATE UNIQUE INDEX driver_shifts_open_car ON public.driver_shifts USING btree (car_id) WHERE (stopped_at IS NULL);
CREATE UNIQUE INDEX driver_shifts_open_driver ON public.driver_shifts USING btree (driver_id) WHERE (stopped_at IS NULL);

create table driver_status (
  driver_id bigint not null,
  company_id bigint not null,
  service_ids integer[] default '{1}'::integer[] not null,
  on_shift boolean default false not null,
  is_paused boolean default false not null,
  is_busy boolean default false not null,
  idle_from timestamp with time zone,
  current_car_id bigint,
  balance_bani bigint default 0 not null,
  updated_at timestamp with time zone not null,
  ignored_in_row integer default 0 not null,
  reserved_idle_from timestamp with time zone,
  reserved_stand_id bigint,
  reserved_stand_since timestamp with time zone,
  reserved_stand_until timestamp with time zone,
  constraint driver_status_pkey PRIMARY KEY (driver_id),
  constraint driver_status_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint driver_status_current_car_id_fkey FOREIGN KEY (current_car_id) REFERENCES cars(id),
  constraint driver_status_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint driver_status_reserved_stand_id_fkey FOREIGN KEY (reserved_stand_id) REFERENCES stands(id) ON DELETE SET NULL
);
CREATE INDEX driver_status_company ON public.driver_status USING btree (company_id);
CREATE TRIGGER driver_status_balance BEFORE UPDATE OF balance_bani ON public.driver_status FOR EACH ROW WHEN ((old.balance_bani IS DISTINCT FROM new.balance_bani)) EXECUTE FUNCTION balance_follows_ledger();
CREATE TRIGGER driver_status_first_balance BEFORE INSERT ON public.driver_status FOR EACH ROW WHEN ((new.balance_bani <> 0)) EXECUTE FUNCTION balance_follows_ledger();

create table driver_trail (
  driver_id bigint not null,
  recorded_at timestamp with time zone not null,
  lat double precision not null,
  long double precision not null,
  order_id bigint,
  is_marked boolean default false not null
) partition by RANGE (recorded_at);
CREATE INDEX driver_trail_driver ON ONLY public.driver_trail USING btree (driver_id, recorded_at);

create table driver_trail_default (
  driver_id bigint not null,
  recorded_at timestamp with time zone not null,
  lat double precision not null,
  long double precision not null,
  order_id bigint,
  is_marked boolean default false not null
) -- partition DEFAULT;
CREATE INDEX driver_trail_default_driver_id_recorded_at_idx ON public.driver_trail_default USING btree (driver_id, recorded_at);

create table efactura_authorisation_requests (
  state_hash bytea not null,
  company_id bigint not null,
  user_id bigint not null,
  token_id bigint not null,
  expires_at timestamp with time zone not null,
  constraint efactura_authorisation_requests_pkey PRIMARY KEY (state_hash),
  constraint efactura_authorisation_requests_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint efactura_authorisation_requests_token_id_fkey FOREIGN KEY (token_id) REFERENCES access_tokens(id) ON DELETE CASCADE,
  constraint efactura_authorisation_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX efactura_authorisation_requests_company ON public.efactura_authorisation_requests USING btree (company_id);
CREATE INDEX efactura_authorisation_requests_token ON public.efactura_authorisation_requests USING btree (token_id);
CREATE INDEX efactura_authorisation_requests_user ON public.efactura_authorisation_requests USING btree (user_id);

create table efactura_authorisations (
  company_id bigint not null,
  cui text not null,
  state text not null,
  access_token text,
  refresh_token text,
  access_expires_at timestamp with time zone,
  refresh_expires_at timestamp with time zone,
  refresh_due_at timestamp with time zone,
  granted_at timestamp with time zone,
  authorised_by bigint,
  authorised_at timestamp with time zone not null,
  constraint efactura_authorisations_pkey PRIMARY KEY (company_id),
  constraint efactura_authorisations_check CHECK (((state = 'refused'::text) OR ((access_token IS NOT NULL) AND (access_expires_at IS NOT NULL) AND (granted_at IS NOT NULL)))),
  constraint efactura_authorisations_check1 CHECK (((refresh_due_at IS NULL) OR ((refresh_token IS NOT NULL) AND (refresh_expires_at IS NOT NULL)))),
  constraint efactura_authorisations_state_check CHECK ((state = ANY (ARRAY['active'::text, 'revoked'::text, 'refused'::text]))),
  constraint efactura_authorisations_authorised_by_fkey FOREIGN KEY (authorised_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint efactura_authorisations_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
CREATE INDEX efactura_authorisations_authorised_by ON public.efactura_authorisations USING btree (authorised_by) WHERE (authorised_by IS NOT NULL);
CREATE INDEX efactura_authorisations_due ON public.efactura_authorisations USING btree (refresh_due_at) WHERE (refresh_due_at IS NOT NULL);

create table erasure_runs (
  id bigint generated by default as identity not null,
  user_id bigint not null,
  company_ids bigint[],
  started_by bigint,
  started_at timestamp with time zone not null,
  request text,
  removed jsonb not null,
  is_whole boolean,
  sounds jsonb,
  state text default 'running'::text not null,
  refusal jsonb,
  advanced_at timestamp with time zone not null,
  stopped_by bigint,
  ended_at timestamp with time zone,
  constraint erasure_runs_pkey PRIMARY KEY (id),
  constraint erasure_runs_check CHECK (((ended_at IS NULL) = (state = 'running'::text))),
  constraint erasure_runs_check1 CHECK (((request IS NOT NULL) OR (state <> 'running'::text))),
  constraint erasure_runs_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'stopped'::text, 'refused'::text]))),
  constraint erasure_runs_started_by_fkey FOREIGN KEY (started_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint erasure_runs_stopped_by_fkey FOREIGN KEY (stopped_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint erasure_runs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX erasure_runs_running ON public.erasure_runs USING btree (user_id, COALESCE(company_ids, '{}'::bigint[])) WHERE (state = 'running'::text);
CREATE INDEX erasure_runs_unfinished ON public.erasure_runs USING btree (advanced_at) WHERE ((state = 'running'::text) OR (sounds IS NOT NULL));
CREATE INDEX erasure_runs_user ON public.erasure_runs USING btree (user_id);

create table event_batches (
  id bigint not null,
  first_seq bigint not null,
  event_ids bigint[] not null,
  snapshot pg_snapshot not null,
  at timestamp with time zone not null,
  constraint event_batches_pkey PRIMARY KEY (id),
  constraint event_batches_first_seq_key UNIQUE (first_seq)
);

create table event_log (
  seq bigint not null,
  at timestamp with time zone not null,
  event text not null,
  channel text,
  to_companies bigint[] default '{}'::bigint[] not null,
  to_users bigint[] default '{}'::bigint[] not null,
  data jsonb not null,
  ordinal bigint default nextval('event_log_ordinal'::regclass),
  constraint event_log_pkey PRIMARY KEY (seq)
);

create table exchanges (
  name text not null,
  beat_at timestamp with time zone not null,
  constraint exchanges_pkey PRIMARY KEY (name)
);

create table exports (
  id uuid not null,
  user_id bigint not null,
  company_ids bigint[],
  permission text not null,
  file_name text not null,
  content_type text not null,
  created_at timestamp with time zone not null,
  constraint exports_pkey PRIMARY KEY (id),
  constraint exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX exports_by_age ON public.exports USING btree (created_at);
CREATE INDEX exports_by_user ON public.exports USING btree (user_id, created_at);

create table filings (
  id bigint generated by default as identity not null,
  filing_key uuid default gen_random_uuid() not null,
  company_id bigint not null,
  kind text not null,
  state text default 'pending'::text not null,
  invoice_id bigint,
  day date,
  cif text,
  format text not null,
  file_name text not null,
  content text not null,
  upload_index text,
  reason text,
  message text,
  answer bytea,
  tries integer default 0 not null,
  due_at timestamp with time zone not null,
  leased_until timestamp with time zone,
  created_by bigint,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  decided_at timestamp with time zone,
  correction smallint default 0 not null,
  is_outdated boolean default false not null,
  constraint filings_pkey PRIMARY KEY (id),
  constraint filings_filing_key_key UNIQUE (filing_key),
  constraint filings_check CHECK (((kind = 'efactura'::text) = (invoice_id IS NOT NULL))),
  constraint filings_check1 CHECK (((kind = 'townhall'::text) = (day IS NOT NULL))),
  constraint filings_check2 CHECK (((state <> 'uploaded'::text) OR (upload_index IS NOT NULL))),
  constraint filings_check3 CHECK (((correction = 0) OR (kind = 'townhall'::text))),
  constraint filings_cif_check CHECK ((cif ~ '^\d{2,10}$'::text)),
  constraint filings_format_check CHECK ((format = ANY (ARRAY['UBL'::text, 'CN'::text, 'csv'::text, 'xml'::text]))),
  constraint filings_kind_check CHECK ((kind = ANY (ARRAY['efactura'::text, 'townhall'::text]))),
  constraint filings_reason_check CHECK ((reason = ANY (ARRAY['refused'::text, 'unauthorised'::text, 'unreachable'::text, 'processing'::text, 'cui_unproved'::text, 'no_authorisation'::text]))),
  constraint filings_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'uploaded'::text, 'accepted'::text, 'rejected'::text, 'failed'::text]))),
  constraint filings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint filings_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint filings_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id)
);
CREATE INDEX filings_due ON public.filings USING btree (due_at, id) WHERE (state = ANY (ARRAY['pending'::text, 'uploaded'::text]));
CREATE INDEX filings_listed ON public.filings USING btree (company_id, id DESC);
CREATE UNIQUE INDEX filings_live_day ON public.filings USING btree (company_id, day, correction) WHERE (state <> 'rejected'::text);
CREATE UNIQUE INDEX filings_live_invoice ON public.filings USING btree (invoice_id) WHERE (state <> 'rejected'::text);
CREATE INDEX filings_of_invoice ON public.filings USING btree (invoice_id, id DESC) WHERE (invoice_id IS NOT NULL);
CREATE INDEX filings_outdated ON public.filings USING btree (id) WHERE is_outdated;

create table finance_checks (
  company_id bigint not null,
  day date not null,
  checked_at timestamp with time zone not null,
  drivers integer not null,
  transactions bigint not null,
  wrong_balances jsonb default '[]'::jsonb not null,
  wrong_transactions jsonb default '[]'::jsonb not null,
  constraint finance_checks_pkey PRIMARY KEY (company_id, day),
  constraint finance_checks_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);

create table finance_settings (
  company_id bigint not null,
  commission_type text default 'none'::text not null,
  commission_hundredths integer default 0 not null,
  allow_negative_limit_bani bigint default 0 not null,
  low_balance_warning_bani bigint,
  protocol_payout text default 'manual'::text not null,
  card_fee_hundredths integer default 0 not null,
  updated_by bigint,
  updated_at timestamp with time zone not null,
  version integer default 1 not null,
  constraint finance_settings_pkey PRIMARY KEY (company_id),
  constraint finance_settings_allow_negative_limit_bani_check CHECK ((allow_negative_limit_bani >= 0)),
  constraint finance_settings_card_fee_hundredths_check CHECK (((card_fee_hundredths >= 0) AND (card_fee_hundredths <= 10000))),
  constraint finance_settings_check CHECK (((commission_type <> 'percent'::text) OR (commission_hundredths <= 10000))),
  constraint finance_settings_commission_hundredths_check CHECK ((commission_hundredths >= 0)),
  constraint finance_settings_commission_type_check CHECK ((commission_type = ANY (ARRAY['percent'::text, 'fixed'::text, 'none'::text]))),
  constraint finance_settings_protocol_payout_check CHECK ((protocol_payout = ANY (ARRAY['auto'::text, 'manual'::text]))),
  constraint finance_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint finance_settings_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id)
);

create table first_steps (
  company_id bigint not null,
  step text not null,
  outcome text not null,
  at timestamp with time zone not null,
  constraint first_steps_pkey PRIMARY KEY (company_id, step),
  constraint first_steps_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'skipped'::text]))),
  constraint first_steps_step_check CHECK ((step = ANY (ARRAY['place'::text, 'zones'::text, 'driver'::text, 'phone'::text]))),
  constraint first_steps_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);

create table gazetteer (
  dataset_id bigint not null,
  id bigint not null,
  kind text not null,
  name text not null,
  type text not null,
  core text not null,
  detail text not null,
  locality text not null,
  lat double precision not null,
  long double precision not null,
  weight real not null,
  words tsvector not null,
  constraint gazetteer_pkey PRIMARY KEY (dataset_id, id, core),
  constraint gazetteer_kind_check CHECK ((kind = ANY (ARRAY['street'::text, 'place'::text, 'stop'::text, 'suburb'::text, 'locality'::text]))),
  constraint gazetteer_dataset_id_fkey FOREIGN KEY (dataset_id) REFERENCES map_datasets(id)
);
CREATE INDEX gazetteer_core_trigrams ON public.gazetteer USING gin (core gin_trgm_ops);
CREATE INDEX gazetteer_words ON public.gazetteer USING gin (words);

create table gazetteer_spots (
  dataset_id bigint not null,
  street_id bigint not null,
  number integer,
  suffix text default ''::text not null,
  bloc text,
  scara text,
  lat double precision not null,
  long double precision not null,
  constraint gazetteer_spots_dataset_id_fkey FOREIGN KEY (dataset_id) REFERENCES map_datasets(id)
);
CREATE INDEX gazetteer_spots_point ON public.gazetteer_spots USING btree (dataset_id, lat, long);
CREATE INDEX gazetteer_spots_street ON public.gazetteer_spots USING btree (dataset_id, street_id, number);

create table idempotency_keys (
  user_id bigint not null,
  key text not null,
  fingerprint text not null,
  result jsonb,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key),
  constraint idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200))),
  constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);

create table import_users (
  import_id bigint not null,
  user_id bigint not null,
  constraint import_users_pkey PRIMARY KEY (import_id, user_id),
  constraint import_users_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  constraint import_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX import_users_by_user ON public.import_users USING btree (user_id);

create table imports (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  started_by bigint,
  started_at timestamp with time zone not null,
  kind text not null,
  state text default 'running'::text not null,
  rows jsonb,
  row_count integer not null,
  prepared_count integer default 0 not null,
  request jsonb not null,
  report jsonb not null,
  refusal jsonb,
  advanced_at timestamp with time zone not null,
  stopped_by bigint,
  ended_at timestamp with time zone,
  added_ids bigint[],
  recorded_count integer default 0 not null,
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_check CHECK (((ended_at IS NULL) = (state = ANY (ARRAY['running'::text, 'stopping'::text])))),
  constraint imports_kind_check CHECK ((kind = ANY (ARRAY['drivers'::text, 'cars'::text, 'clients'::text]))),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['running'::text, 'stopping'::text, 'done'::text, 'stopped'::text, 'refused'::text]))),
  constraint imports_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint imports_started_by_fkey FOREIGN KEY (started_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint imports_stopped_by_fkey FOREIGN KEY (stopped_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX imports_running ON public.imports USING btree (company_id) WHERE (state = ANY (ARRAY['running'::text, 'stopping'::text]));

create table incident_steps (
  id bigint generated by default as identity not null,
  incident_id bigint not null,
  step text not null,
  user_id bigint,
  note text default ''::text not null,
  at timestamp with time zone not null,
  constraint incident_steps_pkey PRIMARY KEY (id),
  constraint incident_steps_note_check CHECK ((length(note) <= 2000)),
  constraint incident_steps_step_check CHECK ((step = ANY (ARRAY['reported'::text, 'taken'::text, 'noted'::text, 'closed'::text, 'reopened'::text]))),
  constraint incident_steps_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id) ON DELETE CASCADE,
  constraint incident_steps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX incident_steps_incident ON public.incident_steps USING btree (incident_id, id);

create table incidents (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  type text not null,
  order_id bigint,
  driver_id bigint,
  client_id bigint,
  text text default ''::text not null,
  lat double precision,
  long double precision,
  status text default 'open'::text not null,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  taken_by bigint,
  taken_at timestamp with time zone,
  closed_by bigint,
  reported_by bigint,
  address text,
  constraint incidents_pkey PRIMARY KEY (id),
  constraint incidents_check CHECK (((status = 'closed'::text) = (closed_at IS NOT NULL))),
  constraint incidents_status_check CHECK ((status = ANY (ARRAY['open'::text, 'in_work'::text, 'closed'::text]))),
  constraint incidents_type_check CHECK ((type = ANY (ARRAY['sos'::text, 'accident'::text, 'complaint'::text, 'lost_item'::text, 'other'::text]))),
  constraint incidents_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id),
  constraint incidents_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id),
  constraint incidents_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint incidents_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id),
  constraint incidents_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint incidents_reported_by_fkey FOREIGN KEY (reported_by) REFERENCES users(id),
  constraint incidents_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES users(id)
);
CREATE INDEX incidents_listed ON public.incidents USING btree (company_id, id DESC);
CREATE INDEX incidents_open ON public.incidents USING btree (company_id) WHERE (status <> 'closed'::text);

create table internal_places (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  place_id text,
  name text not null,
  lat double precision not null,
  lng double precision not null,
  comment text,
  bloc text,
  scara text,
  reper text,
  created_by bigint,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint internal_places_pkey PRIMARY KEY (id),
  constraint internal_places_company_id_place_id_key UNIQUE (company_id, place_id),
  constraint internal_places_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint internal_places_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint internal_places_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
);

create table invoice_drafts (
  protocol_user_id bigint not null,
  month date not null,
  company_id bigint not null,
  orders integer not null,
  charged_bani bigint not null,
  made_at timestamp with time zone not null,
  constraint invoice_drafts_pkey PRIMARY KEY (protocol_user_id, month),
  constraint invoice_drafts_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint invoice_drafts_orders_check CHECK ((orders >= 0)),
  constraint invoice_drafts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint invoice_drafts_protocol_user_id_fkey FOREIGN KEY (protocol_user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX invoice_drafts_of_company ON public.invoice_drafts USING btree (company_id, month DESC);

create table invoice_orders (
  invoice_id bigint not null,
  order_id bigint not null,
  charged_bani bigint not null,
  is_standing boolean default true not null,
  constraint invoice_orders_pkey PRIMARY KEY (invoice_id, order_id),
  constraint invoice_orders_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id)
);
CREATE UNIQUE INDEX invoice_once_an_order ON public.invoice_orders USING btree (order_id) WHERE is_standing;

create table invoice_payments (
  id bigint generated by default as identity not null,
  invoice_id bigint not null,
  amount_bani bigint not null,
  paid_on date not null,
  method text not null,
  reference text,
  note text,
  reverses_id bigint,
  transaction_id bigint not null,
  created_by bigint,
  created_at timestamp with time zone not null,
  constraint invoice_payments_pkey PRIMARY KEY (id),
  constraint invoice_payments_transaction_id_key UNIQUE (transaction_id),
  constraint invoice_payments_amount_bani_check CHECK ((amount_bani <> 0)),
  constraint invoice_payments_method_check CHECK ((method = ANY (ARRAY['cash'::text, 'bank'::text, 'card'::text, 'none'::text]))),
  constraint invoice_payments_note_check CHECK (((length(note) >= 1) AND (length(note) <= 200))),
  constraint invoice_payments_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 100))),
  constraint invoice_payments_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint invoice_payments_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint invoice_payments_reverses_id_fkey FOREIGN KEY (reverses_id) REFERENCES invoice_payments(id),
  constraint invoice_payments_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transactions(id)
);
CREATE INDEX invoice_payments_of_invoice ON public.invoice_payments USING btree (invoice_id, id);
CREATE UNIQUE INDEX invoice_payments_reversed_once ON public.invoice_payments USING btree (reverses_id) WHERE (reverses_id IS NOT NULL);
CREATE TRIGGER invoice_payments_count AFTER INSERT ON public.invoice_payments FOR EACH ROW EXECUTE FUNCTION invoice_hears_payment();
CREATE TRIGGER invoice_payments_stay BEFORE DELETE OR UPDATE OF invoice_id, amount_bani, paid_on, method, reference, note, reverses_id, transaction_id, created_at ON public.invoice_payments FOR EACH ROW EXECUTE FUNCTION payments_are_written_once();
CREATE TRIGGER invoice_payments_stay_whole BEFORE TRUNCATE ON public.invoice_payments FOR EACH STATEMENT EXECUTE FUNCTION payments_are_written_once();

create table invoice_series (
  company_id bigint not null,
  series text not null,
  next_number integer default 1 not null,
  constraint invoice_series_pkey PRIMARY KEY (company_id, series),
  constraint invoice_series_next_number_check CHECK ((next_number > 0)),
  constraint invoice_series_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);

create table invoices (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  protocol_user_id bigint not null,
  kind text not null,
  series text not null,
  number integer not null,
  month date not null,
  issued_on date not null,
  due_on date not null,
  corrects_id bigint,
  document jsonb not null,
  payable_bani bigint not null,
  paid_on date,
  issued_by bigint,
  created_at timestamp with time zone not null,
  is_partial boolean default false not null,
  paid_bani bigint default 0 not null,
  credited_bani bigint default 0 not null,
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_company_id_series_number_key UNIQUE (company_id, series, number),
  constraint invoices_check CHECK (((kind = 'credit_note'::text) = (corrects_id IS NOT NULL))),
  constraint invoices_check1 CHECK (((NOT is_partial) OR (kind = 'credit_note'::text))),
  constraint invoices_check2 CHECK (((credited_bani >= 0) AND (credited_bani <= payable_bani))),
  constraint invoices_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
  constraint invoices_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint invoices_number_check CHECK ((number > 0)),
  constraint invoices_payable_bani_check CHECK ((payable_bani >= 0)),
  constraint invoices_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint invoices_corrects_id_fkey FOREIGN KEY (corrects_id) REFERENCES invoices(id),
  constraint invoices_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint invoices_protocol_user_id_fkey FOREIGN KEY (protocol_user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX invoices_corrected_once ON public.invoices USING btree (corrects_id) WHERE (NOT is_partial);
CREATE INDEX invoices_credited ON public.invoices USING btree (corrects_id) WHERE (corrects_id IS NOT NULL);
CREATE INDEX invoices_of_account ON public.invoices USING btree (protocol_user_id, month DESC);
CREATE TRIGGER invoices_credit AFTER INSERT ON public.invoices FOR EACH ROW WHEN ((new.corrects_id IS NOT NULL)) EXECUTE FUNCTION invoice_hears_credit_note();
CREATE TRIGGER invoices_stay BEFORE DELETE OR UPDATE OF company_id, protocol_user_id, kind, series, number, month, issued_on, due_on, corrects_id, document, payable_bani ON public.invoices FOR EACH ROW EXECUTE FUNCTION invoices_are_written_once();
CREATE TRIGGER invoices_sums BEFORE UPDATE OF paid_bani, credited_bani ON public.invoices FOR EACH ROW WHEN (((old.paid_bani IS DISTINCT FROM new.paid_bani) OR (old.credited_bani IS DISTINCT FROM new.credited_bani))) EXECUTE FUNCTION invoice_sums_follow();

create table learned_nights (
  company_id bigint not null,
  night date not null,
  constraint learned_nights_pkey PRIMARY KEY (company_id),
  constraint learned_nights_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);

create table learned_times (
  company_id bigint not null,
  zone_id bigint,
  hour smallint not null,
  minutes integer,
  orders integer not null,
  unserved integer not null,
  south double precision,
  north double precision,
  west double precision,
  east double precision,
  constraint learned_times_bounds CHECK ((num_nulls(zone_id, south, north, west, east) = ANY (ARRAY[0, 5]))),
  constraint learned_times_check CHECK (((unserved >= 0) AND (unserved <= orders))),
  constraint learned_times_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
  constraint learned_times_minutes_check CHECK (((minutes >= 1) AND (minutes <= 720))),
  constraint learned_times_orders_check CHECK ((orders > 0)),
  constraint learned_times_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint learned_times_zone_id_fkey FOREIGN KEY (zone_id) REFERENCES polygons(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX learned_times_one ON public.learned_times USING btree (company_id, hour, zone_id) NULLS NOT DISTINCT;

create table ledger_entries (
  id bigint generated by default as identity not null,
  transaction_id bigint not null,
  company_id bigint not null,
  account text not null,
  driver_id bigint,
  type text,
  amount_bani bigint not null,
  balance_after_bani bigint,
  created_at timestamp with time zone not null,
  constraint ledger_entries_pkey PRIMARY KEY (id),
  constraint ledger_entries_account_check CHECK ((account = ANY (ARRAY['driver'::text, 'driver_payments'::text, 'cash'::text, 'bank'::text, 'card'::text, 'unspecified'::text, 'card_receivable'::text, 'protocol_receivable'::text, 'commission'::text, 'card_fees'::text, 'bonus'::text, 'discounts'::text, 'credit_notes'::text, 'opening'::text]))),
  constraint ledger_entries_amount_bani_check CHECK ((amount_bani <> 0)),
  constraint ledger_entries_check CHECK (((account <> 'driver'::text) OR (num_nulls(driver_id, type, balance_after_bani) = 0))),
  constraint ledger_entries_check1 CHECK (((account = 'driver'::text) OR (num_nonnulls(type, balance_after_bani) = 0))),
  constraint ledger_entries_type_check CHECK ((type = ANY (ARRAY['top_up'::text, 'withdraw'::text, 'transfer_in'::text, 'transfer_out'::text, 'commission'::text, 'discount_compensation'::text, 'protocol_payment'::text, 'card_payment'::text, 'bonus'::text, 'correction'::text]))),
  constraint ledger_entries_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint ledger_entries_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id),
  constraint ledger_entries_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transactions(id)
);
CREATE INDEX ledger_entries_commission ON public.ledger_entries USING btree (company_id, created_at) INCLUDE (driver_id, amount_bani) WHERE (account = 'commission'::text);
CREATE INDEX ledger_entries_company ON public.ledger_entries USING btree (company_id, id DESC) WHERE (account = 'driver'::text);
CREATE INDEX ledger_entries_driver ON public.ledger_entries USING btree (driver_id, id DESC) WHERE (account = 'driver'::text);
CREATE INDEX ledger_entries_moved ON public.ledger_entries USING btree (company_id, created_at) INCLUDE (type, amount_bani) WHERE (account = 'driver'::text);
CREATE INDEX ledger_entries_transaction ON public.ledger_entries USING btree (transaction_id);
CREATE TRIGGER ledger_entries_balance AFTER INSERT ON public.ledger_entries REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION ledger_balances();
CREATE TRIGGER ledger_entries_stay BEFORE DELETE OR UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_is_written_once();
CREATE TRIGGER ledger_entries_stay_whole BEFORE TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_written_once();

create table ledger_transactions (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  kind text not null,
  order_id bigint,
  sequel integer,
  method text,
  note text,
  paid_bani bigint,
  bonus_hundredths integer,
  reverses_id bigint,
  created_by bigint,
  created_at timestamp with time zone not null,
  invoice_id bigint,
  constraint ledger_transactions_pkey PRIMARY KEY (id),
  constraint ledger_transactions_bonus_hundredths_check CHECK (((bonus_hundredths >= 0) AND (bonus_hundredths <= 10000))),
  constraint ledger_transactions_check CHECK (((kind = 'correction'::text) = (reverses_id IS NOT NULL))),
  constraint ledger_transactions_check1 CHECK ((((order_id IS NOT NULL) AND (sequel IS NOT NULL)) OR (kind <> ALL (ARRAY['order'::text, 'driver_payment'::text])))),
  constraint ledger_transactions_kind_check CHECK ((kind = ANY (ARRAY['top_up'::text, 'withdraw'::text, 'transfer'::text, 'transfer_discount'::text, 'order'::text, 'driver_payment'::text, 'correction'::text, 'opening'::text, 'invoice_payment'::text, 'credit_note'::text]))),
  constraint ledger_transactions_method_check CHECK ((method = ANY (ARRAY['cash'::text, 'bank'::text, 'card'::text, 'none'::text]))),
  constraint ledger_transactions_note_check CHECK ((length(note) <= 300)),
  constraint ledger_transactions_paid_bani_check CHECK ((paid_bani > 0)),
  constraint ledger_transactions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint ledger_transactions_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint ledger_transactions_reverses_id_fkey FOREIGN KEY (reverses_id) REFERENCES ledger_transactions(id)
);
CREATE INDEX ledger_of_invoice ON public.ledger_transactions USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX ledger_of_order ON public.ledger_transactions USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE UNIQUE INDEX ledger_once_an_order ON public.ledger_transactions USING btree (order_id, kind, sequel) WHERE (kind = ANY (ARRAY['order'::text, 'driver_payment'::text]));
CREATE UNIQUE INDEX ledger_reversed_once ON public.ledger_transactions USING btree (reverses_id) WHERE (reverses_id IS NOT NULL);
CREATE CONSTRAINT TRIGGER ledger_transactions_have_entries AFTER INSERT ON public.ledger_transactions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_transaction_has_entries();
CREATE TRIGGER ledger_transactions_stay BEFORE DELETE OR UPDATE ON public.ledger_transactions FOR EACH ROW EXECUTE FUNCTION ledger_is_written_once();
CREATE TRIGGER ledger_transactions_stay_whole BEFORE TRUNCATE ON public.ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_written_once();

create table login_devices (
  id bigint generated by default as identity not null,
  user_id bigint not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  constraint login_devices_pkey PRIMARY KEY (id),
  constraint login_devices_token_hash_user_id_key UNIQUE (token_hash, user_id),
  constraint login_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX login_devices_of_user ON public.login_devices USING btree (user_id, last_used_at);

create table map_datasets (
  id bigint generated always as identity not null,
  name text not null,
  source text not null,
  schematic boolean not null,
  attribution text not null,
  west double precision not null,
  south double precision not null,
  east double precision not null,
  north double precision not null,
  state text not null,
  created_at timestamp with time zone not null,
  constraint map_datasets_pkey PRIMARY KEY (id),
  constraint map_datasets_state_check CHECK ((state = ANY (ARRAY['loading'::text, 'live'::text, 'retired'::text])))
);
CREATE UNIQUE INDEX map_datasets_one_live ON public.map_datasets USING btree (state) WHERE (state = 'live'::text);

create table map_tiles (
  dataset_id bigint not null,
  z smallint not null,
  x integer not null,
  y integer not null,
  tile bytea storage external not null,
  constraint map_tiles_pkey PRIMARY KEY (dataset_id, z, x, y),
  constraint map_tiles_dataset_id_fkey FOREIGN KEY (dataset_id) REFERENCES map_datasets(id)
);

create table message_templates (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  text text not null,
  sort_order integer default 0 not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  version integer default 1 not null,
  constraint message_templates_pkey PRIMARY KEY (id),
  constraint message_templates_text_check CHECK (((length(text) >= 1) AND (length(text) <= 500))),
  constraint message_templates_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
CREATE INDEX message_templates_company ON public.message_templates USING btree (company_id, sort_order, id) WHERE (deleted_at IS NULL);

create table message_texts (
  id bigint generated by default as identity not null,
  company_id bigint,
  key text not null,
  subject text,
  text text,
  is_on boolean,
  is_plain boolean,
  version integer default 1 not null,
  updated_at timestamp with time zone not null,
  updated_by bigint,
  constraint message_texts_pkey PRIMARY KEY (id),
  constraint message_texts_one UNIQUE NULLS NOT DISTINCT (company_id, key),
  constraint message_texts_key_check CHECK (((length(key) >= 1) AND (length(key) <= 40))),
  constraint message_texts_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 150))),
  constraint message_texts_text_check CHECK (((length(text) >= 1) AND (length(text) <= 4000))),
  constraint message_texts_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint message_texts_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id) ON DELETE SET NULL
);

create table messages (
  id bigint generated by default as identity not null,
  company_id bigint,
  sender_id bigint,
  receiver_id bigint,
  sender_name text,
  title text,
  message text not null,
  type text default 'chat'::text not null,
  order_id bigint,
  broadcast_id uuid,
  is_read boolean default false not null,
  created_at timestamp with time zone not null,
  conversation_id bigint,
  outbox_id bigint,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_message_check CHECK (((length(message) >= 1) AND (length(message) <= 2000))),
  constraint messages_type_check CHECK ((type = ANY (ARRAY['chat'::text, 'notice'::text, 'broadcast'::text, 'system'::text]))),
  constraint messages_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE,
  constraint messages_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint messages_outbox_id_fkey FOREIGN KEY (outbox_id) REFERENCES outbox(id) ON DELETE SET NULL,
  constraint messages_receiver_id_fkey FOREIGN KEY (receiver_id) REFERENCES users(id),
  constraint messages_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES users(id)
);
CREATE INDEX messages_broadcast ON public.messages USING btree (broadcast_id) WHERE (broadcast_id IS NOT NULL);
CREATE INDEX messages_by_age ON public.messages USING btree (company_id, created_at);
CREATE INDEX messages_conversation ON public.messages USING btree (conversation_id, id DESC);
CREATE INDEX messages_outbox ON public.messages USING btree (outbox_id) WHERE (outbox_id IS NOT NULL);
CREATE INDEX messages_pair ON public.messages USING btree (LEAST(sender_id, receiver_id), GREATEST(sender_id, receiver_id), id DESC);

create table missed_offers (
  id bigint generated by default as identity not null,
  driver_id bigint not null,
  company_id bigint not null,
  order_id bigint not null,
  missed_at timestamp with time zone not null,
  cleared_at timestamp with time zone,
  constraint missed_offers_pkey PRIMARY KEY (id),
  constraint missed_offers_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint missed_offers_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint missed_offers_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX missed_offers_counted ON public.missed_offers USING btree (driver_id, company_id, missed_at) WHERE (cleared_at IS NULL);

create table offer_sum_changes (
  driver_id bigint not null,
  day date not null,
  offers integer not null,
  accepted integer not null,
  returned integer not null,
  refused integer not null,
  unanswered integer not null,
  unseen integer not null,
  undelivered integer not null,
  lost integer not null,
  withdrawn integer not null,
  metres bigint not null
);

create table offer_sums (
  driver_id bigint not null,
  day date not null,
  offers integer not null,
  accepted integer not null,
  returned integer not null,
  refused integer not null,
  unanswered integer not null,
  unseen integer not null,
  undelivered integer not null,
  lost integer not null,
  withdrawn integer not null,
  metres bigint not null,
  constraint offer_sums_pkey PRIMARY KEY (driver_id, day),
  constraint offer_sums_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id) ON DELETE CASCADE
);

create table order_day_changes (
  company_id bigint not null,
  day date not null,
  placed integer not null,
  finished integer not null,
  canceled integer not null
);

create table order_days (
  company_id bigint not null,
  day date not null,
  placed integer not null,
  finished integer not null,
  canceled integer not null,
  constraint order_days_pkey PRIMARY KEY (company_id, day),
  constraint order_days_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);

create table order_discounts (
  order_id bigint not null,
  discount_id bigint not null,
  client_id bigint,
  type text not null,
  hundredths integer not null,
  max_amount_bani bigint,
  min_cost_bani bigint not null,
  compensated_percent smallint not null,
  frozen_at timestamp with time zone not null,
  is_counted boolean default true not null,
  constraint order_discounts_pkey PRIMARY KEY (order_id),
  constraint order_discounts_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint order_discounts_discount_id_fkey FOREIGN KEY (discount_id) REFERENCES discounts(id),
  constraint order_discounts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX order_discounts_counted ON public.order_discounts USING btree (discount_id, client_id) WHERE is_counted;

create table order_history (
  id bigint generated by default as identity not null,
  order_id bigint not null,
  "timestamp" timestamp with time zone not null,
  type text not null,
  initiator_kind text not null,
  initiator_id bigint,
  data jsonb default '{}'::jsonb not null,
  constraint order_history_pkey PRIMARY KEY (id),
  constraint order_history_initiator_kind_check CHECK ((initiator_kind = ANY (ARRAY['dispatcher'::text, 'driver'::text, 'client'::text, 'company'::text, 'admin'::text, 'system'::text]))),
  constraint order_history_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX order_history_order ON public.order_history USING btree (order_id, id);

create table order_numbers (
  company_id bigint not null,
  day date not null,
  last_no integer not null,
  constraint order_numbers_pkey PRIMARY KEY (company_id, day),
  constraint order_numbers_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);

create table order_options (
  key text not null,
  name text not null,
  service_ids jsonb default '[]'::jsonb not null,
  sort_order integer default 0 not null,
  is_active boolean default true not null,
  id bigint generated by default as identity not null,
  company_id bigint,
  deleted_at timestamp with time zone,
  version integer default 1 not null,
  constraint order_options_pkey PRIMARY KEY (key),
  constraint order_options_id UNIQUE (id),
  constraint order_options_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);

create table order_places (
  id bigint generated by default as identity not null,
  order_id bigint not null,
  "position" integer not null,
  name text not null,
  lat double precision not null,
  long double precision not null,
  place_id text,
  comment text,
  bloc text,
  scara text,
  reper text,
  constraint order_places_pkey PRIMARY KEY (id),
  constraint order_places_order_id_position_key UNIQUE (order_id, "position") DEFERRABLE INITIALLY DEFERRED,
  constraint order_places_position_check CHECK (("position" >= 0)),
  constraint order_places_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE TRIGGER order_places_delete_spot AFTER DELETE ON public.order_places REFERENCING OLD TABLE AS changed_places FOR EACH STATEMENT EXECUTE FUNCTION spots_of_changed_places();
CREATE TRIGGER order_places_delete_text AFTER DELETE ON public.order_places REFERENCING OLD TABLE AS changed_places FOR EACH STATEMENT EXECUTE FUNCTION change_text_of_places();
CREATE TRIGGER order_places_insert_spot AFTER INSERT ON public.order_places REFERENCING NEW TABLE AS changed_places FOR EACH STATEMENT EXECUTE FUNCTION spots_of_changed_places();
CREATE TRIGGER order_places_insert_text AFTER INSERT ON public.order_places REFERENCING NEW TABLE AS changed_places FOR EACH STATEMENT EXECUTE FUNCTION change_text_of_places();
CREATE TRIGGER order_places_update_spot AFTER UPDATE ON public.order_places REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION spots_of_moved_places();
CREATE TRIGGER order_places_update_text AFTER UPDATE ON public.order_places REFERENCING NEW TABLE AS changed_places FOR EACH STATEMENT EXECUTE FUNCTION change_text_of_places();

create table order_proofs (
  order_id bigint not null,
  driver_id bigint not null,
  content_type text not null,
  photo bytea not null,
  taken_at timestamp with time zone not null,
  constraint order_proofs_pkey PRIMARY KEY (order_id),
  constraint order_proofs_content_type_check CHECK ((content_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text]))),
  constraint order_proofs_photo_check CHECK ((octet_length(photo) <= 1048576)),
  constraint order_proofs_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id),
  constraint order_proofs_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);

create table order_spots (
  order_id bigint not null,
  company_id bigint not null,
  day date not null,
  hour smallint not null,
  cell_lat integer not null,
  cell_long integer not null,
  constraint order_spots_pkey PRIMARY KEY (order_id),
  constraint order_spots_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX order_spots_hour ON public.order_spots USING btree (company_id, hour, day) INCLUDE (cell_lat, cell_long);

create table order_sum_changes (
  company_id bigint not null,
  side text not null,
  day date not null,
  person_id bigint not null,
  reason text not null,
  ended_by text not null,
  orders integer not null,
  finished integer not null,
  manual integer not null,
  waits integer not null,
  wait_seconds bigint not null,
  cost_bani bigint not null,
  cash_bani bigint not null,
  discount_bani bigint not null,
  payment_bani bigint not null,
  busy_seconds bigint not null
);

create table order_sums (
  company_id bigint not null,
  side text not null,
  day date not null,
  person_id bigint not null,
  reason text not null,
  ended_by text not null,
  orders integer not null,
  finished integer not null,
  manual integer not null,
  waits integer not null,
  wait_seconds bigint not null,
  cost_bani bigint not null,
  cash_bani bigint not null,
  discount_bani bigint not null,
  payment_bani bigint not null,
  busy_seconds bigint not null,
  constraint order_sums_pkey PRIMARY KEY (company_id, side, day, person_id, reason, ended_by),
  constraint order_sums_side_check CHECK ((side = ANY (ARRAY['taken'::text, 'driven'::text, 'account'::text]))),
  constraint order_sums_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);

create table order_texts (
  order_id bigint not null,
  text text not null,
  constraint order_texts_pkey PRIMARY KEY (order_id),
  constraint order_texts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX order_texts_trigrams ON public.order_texts USING gin (text gin_trgm_ops);

create table orders (
  id bigint generated by default as identity not null,
  order_no integer,
  state text not null,
  trip_state text,
  client_id bigint,
  client_phone text,
  phone text,
  name text,
  client_name text,
  about_client text,
  address text,
  created_by_company_id bigint not null,
  processed_by_company_id bigint,
  dispatcher_id bigint,
  departure_time timestamp with time zone not null,
  start_at timestamp with time zone,
  placed_at timestamp with time zone,
  assigned_at timestamp with time zone,
  trip_started_at timestamp with time zone,
  trip_finished_at timestamp with time zone,
  canceled_at timestamp with time zone,
  driver_id bigint,
  car_id bigint,
  car_indicativ text,
  custom_driver_ids bigint[] default '{}'::bigint[] not null,
  only_custom boolean default false not null,
  canceled_by_driver_ids bigint[] default '{}'::bigint[] not null,
  manually_assigned boolean default false not null,
  waiting_driver_time integer,
  send_to_other_company boolean default true not null,
  search_company_ids bigint[] default '{}'::bigint[] not null,
  service_id integer default 1 not null,
  options jsonb default '{}'::jsonb not null,
  protocol_user_id bigint,
  in_pending_queue boolean default false not null,
  pending_since timestamp with time zone,
  always_in_call boolean default false not null,
  call_playback_state text,
  call_need_interaction boolean default false not null,
  cancellation_reason_type text,
  cancellation_reason_text text,
  cancelled_by text,
  cancelled_by_user_id bigint,
  cancelled_by_identifier text,
  cost_bani bigint,
  discounted_cost_bani bigint,
  payment_type text default 'cash'::text not null,
  driver_payment_bani bigint default 0 not null,
  is_paid boolean default false not null,
  discount_condition_id bigint,
  discount_amount_bani bigint,
  discount_compensated_bani bigint,
  duplicated_from bigint,
  is_test boolean default false not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  is_next_order boolean default false not null,
  package_note text,
  cod_bani bigint,
  weight_g integer,
  prep_minutes integer,
  estimated_cost_bani bigint,
  lead_minutes integer,
  reminded_at timestamp with time zone,
  is_paid_by_account boolean default false not null,
  discount_by_hand boolean default false not null,
  invoice_id bigint,
  fare_doubt text,
  ordered_by_account_id bigint,
  excluded_driver_ids bigint[] default '{}'::bigint[] not null,
  arrived_at timestamp with time zone,
  lead_source text,
  arrival_doubt text,
  arrival_metres integer,
  replacement_since timestamp with time zone,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_arrival_doubt_check CHECK ((arrival_doubt = ANY (ARRAY['far'::text, 'no_position'::text, 'implausible'::text]))),
  constraint orders_arrival_metres_check CHECK ((arrival_metres >= 0)),
  constraint orders_call_playback_state_check CHECK ((call_playback_state = ANY (ARRAY['started'::text, 'ended'::text]))),
  constraint orders_cancellation_reason_type_check CHECK ((cancellation_reason_type = ANY (ARRAY['driver_canceled'::text, 'call_ended'::text, 'dispatcher_canceled'::text, 'no_drivers_found'::text, 'client_canceled'::text, 'no_show'::text]))),
  constraint orders_cancelled_by_check CHECK ((cancelled_by = ANY (ARRAY['dispatcher'::text, 'driver'::text, 'client'::text, 'company'::text, 'admin'::text, 'system'::text]))),
  constraint orders_check CHECK (((state = ANY (ARRAY['new'::text, 'canceled'::text])) OR (cancellation_reason_type IS NULL))),
  constraint orders_check1 CHECK (((state <> 'canceled'::text) OR (cancellation_reason_type IS NOT NULL))),
  constraint orders_check2 CHECK (((state <> ALL (ARRAY['assigned'::text, 'finished'::text])) OR (driver_id IS NOT NULL))),
  constraint orders_check3 CHECK (((state = 'assigned'::text) = (trip_state IS NOT NULL))),
  constraint orders_check4 CHECK (((payment_type <> 'protocol'::text) OR (protocol_user_id IS NOT NULL) OR (state = 'new'::text))),
  constraint orders_check5 CHECK (((NOT in_pending_queue) OR (state = ANY (ARRAY['created'::text, 'pending'::text])))),
  constraint orders_cod_bani_check CHECK ((cod_bani >= 0)),
  constraint orders_cost_bani_check CHECK ((cost_bani >= 0)),
  constraint orders_doubted_fare_moves_nothing CHECK (((fare_doubt IS NULL) OR ((state = 'finished'::text) AND (driver_payment_bani = 0) AND (NOT is_paid) AND (invoice_id IS NULL)))),
  constraint orders_estimated_cost_bani_check CHECK ((estimated_cost_bani >= 0)),
  constraint orders_fare_doubt_check CHECK ((fare_doubt = ANY (ARRAY['above_estimate'::text, 'above_time'::text, 'no_trip'::text, 'mock_position'::text]))),
  constraint orders_lead_minutes_check CHECK (((lead_minutes >= 0) AND (lead_minutes <= 720))),
  constraint orders_lead_source_check CHECK ((lead_source = ANY (ARRAY['learned'::text, 'default'::text, 'rule'::text]))),
  constraint orders_next_is_assigned CHECK (((NOT is_next_order) OR (state = 'assigned'::text))),
  constraint orders_payment_type_check CHECK ((payment_type = ANY (ARRAY['cash'::text, 'card'::text, 'protocol'::text]))),
  constraint orders_prep_minutes_check CHECK (((prep_minutes >= 0) AND (prep_minutes <= 240))),
  constraint orders_state_check CHECK ((state = ANY (ARRAY['new'::text, 'created'::text, 'assigned'::text, 'finished'::text, 'canceled'::text, 'pending'::text]))),
  constraint orders_trip_state_check CHECK ((trip_state = ANY (ARRAY['waiting_driver'::text, 'waiting_client'::text, 'started'::text]))),
  constraint orders_waiting_driver_time_check CHECK ((waiting_driver_time >= 0)),
  constraint orders_weight_g_check CHECK ((weight_g > 0)),
  constraint orders_cancelled_by_user_id_fkey FOREIGN KEY (cancelled_by_user_id) REFERENCES users(id),
  constraint orders_car_id_fkey FOREIGN KEY (car_id) REFERENCES cars(id),
  constraint orders_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id),
  constraint orders_created_by_company_id_fkey FOREIGN KEY (created_by_company_id) REFERENCES companies(id),
  constraint orders_dispatcher_id_fkey FOREIGN KEY (dispatcher_id) REFERENCES users(id),
  constraint orders_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id),
  constraint orders_duplicated_from_fkey FOREIGN KEY (duplicated_from) REFERENCES orders(id),
  constraint orders_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint orders_ordered_by_account_id_fkey FOREIGN KEY (ordered_by_account_id) REFERENCES users(id),
  constraint orders_processed_by_company_id_fkey FOREIGN KEY (processed_by_company_id) REFERENCES companies(id),
  constraint orders_protocol_user_id_fkey FOREIGN KEY (protocol_user_id) REFERENCES users(id),
  constraint orders_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id)
);
CREATE INDEX orders_canceled ON public.orders USING btree (created_by_company_id, canceled_at DESC) WHERE ((deleted_at IS NULL) AND (state = 'canceled'::text));
CREATE INDEX orders_client ON public.orders USING btree (client_id, created_at DESC);
CREATE INDEX orders_company_created ON public.orders USING btree (created_by_company_id, created_at DESC) WHERE (deleted_at IS NULL);
CREATE INDEX orders_contact_phone ON public.orders USING btree (phone, created_at DESC) WHERE (phone IS DISTINCT FROM client_phone);
CREATE INDEX orders_created ON public.orders USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX orders_dispatcher ON public.orders USING btree (dispatcher_id, created_at DESC) WHERE (dispatcher_id IS NOT NULL);
CREATE INDEX orders_doubted ON public.orders USING btree (created_at DESC, id DESC) WHERE (fare_doubt IS NOT NULL);
CREATE INDEX orders_drafts ON public.orders USING btree (created_by_company_id, created_at DESC) WHERE ((state = 'new'::text) AND (deleted_at IS NULL));
CREATE INDEX orders_driven ON public.orders USING btree (processed_by_company_id, trip_finished_at DESC) WHERE ((deleted_at IS NULL) AND (state = 'finished'::text));
CREATE INDEX orders_driven_for_partner ON public.orders USING btree (processed_by_company_id, created_at DESC) WHERE ((deleted_at IS NULL) AND (processed_by_company_id <> created_by_company_id));
CREATE INDEX orders_driver ON public.orders USING btree (driver_id, created_at DESC);
CREATE INDEX orders_driver_payments ON public.orders USING btree (processed_by_company_id, trip_finished_at DESC, id DESC) INCLUDE (driver_payment_bani, is_paid) WHERE ((driver_payment_bani > 0) AND (deleted_at IS NULL));
CREATE INDEX orders_due ON public.orders USING btree (start_at) WHERE ((state = 'pending'::text) AND (NOT in_pending_queue) AND (deleted_at IS NULL));
CREATE INDEX orders_finished ON public.orders USING btree (created_by_company_id, trip_finished_at DESC) WHERE ((deleted_at IS NULL) AND (state = 'finished'::text));
CREATE INDEX orders_in_call ON public.orders USING btree (created_by_company_id) WHERE (always_in_call AND (deleted_at IS NULL));
CREATE INDEX orders_live ON public.orders USING btree (created_by_company_id, created_at DESC) WHERE ((deleted_at IS NULL) AND (state = ANY (ARRAY['created'::text, 'assigned'::text, 'pending'::text])));
CREATE INDEX orders_not_cash ON public.orders USING btree (created_by_company_id, payment_type, created_at DESC) WHERE ((payment_type <> 'cash'::text) AND (deleted_at IS NULL));
CREATE INDEX orders_of_account ON public.orders USING btree (protocol_user_id, created_at DESC) WHERE ((protocol_user_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX orders_of_account_driven ON public.orders USING btree (protocol_user_id, trip_finished_at) WHERE ((protocol_user_id IS NOT NULL) AND (deleted_at IS NULL) AND (state = 'finished'::text));
CREATE UNIQUE INDEX orders_one_current_and_one_next ON public.orders USING btree (driver_id, is_next_order) WHERE (state = 'assigned'::text);
CREATE INDEX orders_online ON public.orders USING btree (created_by_company_id, created_at DESC) WHERE ((dispatcher_id IS NULL) AND (deleted_at IS NULL));
CREATE INDEX orders_ordered_by_account ON public.orders USING btree (ordered_by_account_id) WHERE (ordered_by_account_id IS NOT NULL);
CREATE INDEX orders_owed ON public.orders USING btree (created_by_company_id, created_at DESC) WHERE ((driver_payment_bani > 0) AND (deleted_at IS NULL));
CREATE INDEX orders_pending_since ON public.orders USING btree (pending_since) WHERE ((state = 'pending'::text) AND in_pending_queue AND (deleted_at IS NULL));
CREATE INDEX orders_phone ON public.orders USING btree (client_phone, created_at DESC);
CREATE INDEX orders_placed ON public.orders USING btree (created_by_company_id, placed_at DESC) WHERE ((deleted_at IS NULL) AND (placed_at IS NOT NULL));
CREATE INDEX orders_scheduled ON public.orders USING btree (created_by_company_id, departure_time) WHERE ((start_at IS NOT NULL) AND (state = ANY (ARRAY['pending'::text, 'created'::text])) AND (deleted_at IS NULL));
CREATE INDEX orders_sent ON public.orders USING gin (search_company_ids) WHERE ((deleted_at IS NULL) AND send_to_other_company AND (search_company_ids <> '{}'::bigint[]) AND (state = ANY (ARRAY['created'::text, 'pending'::text])));
CREATE INDEX orders_sign ON public.orders USING btree (car_indicativ, created_at DESC) WHERE (car_indicativ IS NOT NULL);
CREATE TRIGGER orders_added AFTER INSERT ON public.orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_added_order_days();
CREATE TRIGGER orders_added_sums AFTER INSERT ON public.orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_added_order_sums();
CREATE TRIGGER orders_change_spot AFTER UPDATE OF placed_at, deleted_at, departure_time, created_by_company_id ON public.orders FOR EACH ROW WHEN ((((old.placed_at IS NULL) <> (new.placed_at IS NULL)) OR ((old.deleted_at IS NULL) <> (new.deleted_at IS NULL)) OR (old.departure_time <> new.departure_time) OR (old.created_by_company_id <> new.created_by_company_id))) EXECUTE FUNCTION spot_of_changed_order();
CREATE TRIGGER orders_change_text AFTER UPDATE OF address, name, client_name, phone, client_phone ON public.orders FOR EACH ROW WHEN ((((((old.address IS DISTINCT FROM new.address) OR (old.name IS DISTINCT FROM new.name)) OR (old.client_name IS DISTINCT FROM new.client_name)) OR (old.phone IS DISTINCT FROM new.phone)) OR (old.client_phone IS DISTINCT FROM new.client_phone))) EXECUTE FUNCTION change_order_text();
CREATE TRIGGER orders_changed AFTER UPDATE ON public.orders FOR EACH ROW WHEN (((old.placed_at IS DISTINCT FROM new.placed_at) OR (old.deleted_at IS DISTINCT FROM new.deleted_at) OR (old.created_by_company_id <> new.created_by_company_id) OR (((old.state = ANY (ARRAY['finished'::text, 'canceled'::text])) OR (new.state = ANY (ARRAY['finished'::text, 'canceled'::text]))) AND (((old.state IS DISTINCT FROM new.state) OR (old.trip_finished_at IS DISTINCT FROM new.trip_finished_at)) OR (old.canceled_at IS DISTINCT FROM new.canceled_at))))) EXECUTE FUNCTION note_changed_order_days();
CREATE TRIGGER orders_changed_sums AFTER UPDATE ON public.orders FOR EACH ROW WHEN (((old.state = ANY (ARRAY['finished'::text, 'canceled'::text])) OR (new.state = ANY (ARRAY['finished'::text, 'canceled'::text])) OR ((old.state = 'new'::text) <> (new.state = 'new'::text)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at) OR (old.dispatcher_id IS DISTINCT FROM new.dispatcher_id) OR (old.manually_assigned <> new.manually_assigned) OR (old.created_at <> new.created_at) OR (old.created_by_company_id <> new.created_by_company_id))) EXECUTE FUNCTION note_changed_order_sums();
CREATE TRIGGER orders_discount_counts AFTER UPDATE OF state, deleted_at ON public.orders FOR EACH ROW WHEN (((new.discount_condition_id IS NOT NULL) AND ((old.state IS DISTINCT FROM new.state) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)))) EXECUTE FUNCTION discount_follows_order();
CREATE TRIGGER orders_emptied AFTER TRUNCATE ON public.orders FOR EACH STATEMENT EXECUTE FUNCTION forget_order_days();
CREATE TRIGGER orders_emptied_sums AFTER TRUNCATE ON public.orders FOR EACH STATEMENT EXECUTE FUNCTION forget_order_sums();
CREATE CONSTRAINT TRIGGER orders_keep_text AFTER INSERT ON public.orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_order_text();
CREATE TRIGGER orders_removed AFTER DELETE ON public.orders REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION note_removed_order_days();
CREATE TRIGGER orders_removed_sums AFTER DELETE ON public.orders FOR EACH ROW EXECUTE FUNCTION note_removed_order_sums();

create table outbox (
  id bigint generated by default as identity not null,
  message_key uuid default gen_random_uuid() not null,
  company_id bigint,
  kind text not null,
  recipient text,
  user_id bigint,
  subject text,
  text text not null,
  html text,
  is_secret boolean default false not null,
  state text default 'queued'::text not null,
  tries integer default 0 not null,
  due_at timestamp with time zone not null,
  reason text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  order_id bigint,
  priority smallint default 1 not null,
  reset_id bigint,
  proof_id bigint,
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_message_key_key UNIQUE (message_key),
  constraint outbox_check CHECK (((kind = 'push'::text) = (recipient IS NULL))),
  constraint outbox_check1 CHECK (((kind <> 'push'::text) OR (user_id IS NOT NULL))),
  constraint outbox_kind_check CHECK ((kind = ANY (ARRAY['mail'::text, 'sms'::text, 'push'::text]))),
  constraint outbox_priority_check CHECK (((priority >= 0) AND (priority <= 2))),
  constraint outbox_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'held'::text]))),
  constraint outbox_text_check CHECK (((length(text) >= 1) AND (length(text) <= 20000))),
  constraint outbox_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint outbox_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE SET NULL,
  constraint outbox_proof_id_fkey FOREIGN KEY (proof_id) REFERENCES company_email_proofs(id) ON DELETE SET NULL,
  constraint outbox_reset_id_fkey FOREIGN KEY (reset_id) REFERENCES password_resets(id) ON DELETE SET NULL,
  constraint outbox_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX outbox_due ON public.outbox USING btree (due_at, id) WHERE (state = 'queued'::text);
CREATE INDEX outbox_listed ON public.outbox USING btree (company_id, id DESC);
CREATE INDEX outbox_of_order ON public.outbox USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX outbox_of_proof ON public.outbox USING btree (proof_id) WHERE (proof_id IS NOT NULL);
CREATE INDEX outbox_of_reset ON public.outbox USING btree (reset_id) WHERE (reset_id IS NOT NULL);
CREATE INDEX outbox_turns ON public.outbox USING btree (kind, COALESCE(company_id, (0)::bigint), priority, due_at, id) WHERE (state = 'queued'::text);

create table outgoing_alarms (
  company_id bigint not null,
  day date not null,
  about text not null,
  percent smallint not null,
  user_id bigint default 0 not null,
  raised_at timestamp with time zone not null,
  constraint outgoing_alarms_pkey PRIMARY KEY (company_id, day, about, percent, user_id),
  constraint outgoing_alarms_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);

create table outgoing_calls (
  id bigint generated always as identity not null,
  company_id bigint not null,
  user_id bigint,
  sip_caller_id text not null,
  bani_per_minute integer not null,
  day date not null,
  began_at timestamp with time zone not null,
  reached_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint outgoing_calls_pkey PRIMARY KEY (id),
  constraint outgoing_calls_bani_per_minute_check CHECK ((bani_per_minute >= 0)),
  constraint outgoing_calls_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint outgoing_calls_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX outgoing_calls_day ON public.outgoing_calls USING btree (company_id, day);
CREATE INDEX outgoing_calls_open ON public.outgoing_calls USING btree (sip_caller_id) WHERE (ended_at IS NULL);

create table outgoing_rules (
  company_id bigint not null,
  open_calls integer,
  day_calls integer,
  day_minutes integer,
  day_bani integer,
  dispatcher_day_calls integer,
  prefixes text[] default '{}'::text[] not null,
  stopped_at timestamp with time zone,
  stopped_by bigint,
  dispatcher_open_calls integer,
  dispatcher_day_minutes integer,
  dispatcher_day_bani integer,
  constraint outgoing_rules_pkey PRIMARY KEY (company_id),
  constraint outgoing_rules_check CHECK (((stopped_by IS NULL) OR (stopped_at IS NOT NULL))),
  constraint outgoing_rules_day_bani_check CHECK (((day_bani >= 0) AND (day_bani <= 100000000))),
  constraint outgoing_rules_day_calls_check CHECK (((day_calls >= 0) AND (day_calls <= 1000000))),
  constraint outgoing_rules_day_minutes_check CHECK (((day_minutes >= 0) AND (day_minutes <= 1000000))),
  constraint outgoing_rules_dispatcher_day_bani_check CHECK (((dispatcher_day_bani >= 0) AND (dispatcher_day_bani <= 100000000))),
  constraint outgoing_rules_dispatcher_day_calls_check CHECK (((dispatcher_day_calls >= 0) AND (dispatcher_day_calls <= 100000))),
  constraint outgoing_rules_dispatcher_day_minutes_check CHECK (((dispatcher_day_minutes >= 0) AND (dispatcher_day_minutes <= 100000))),
  constraint outgoing_rules_dispatcher_open_calls_check CHECK (((dispatcher_open_calls >= 0) AND (dispatcher_open_calls <= 1000))),
  constraint outgoing_rules_open_calls_check CHECK (((open_calls >= 0) AND (open_calls <= 1000))),
  constraint outgoing_rules_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint outgoing_rules_stopped_by_fkey FOREIGN KEY (stopped_by) REFERENCES users(id) ON DELETE SET NULL
);

create table paper_warnings (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  car_id bigint,
  driver_id bigint,
  paper text not null,
  until date not null,
  stage smallint not null,
  warned_at timestamp with time zone not null,
  constraint paper_warnings_pkey PRIMARY KEY (id),
  constraint paper_warnings_check CHECK ((num_nonnulls(car_id, driver_id) = 1)),
  constraint paper_warnings_paper_check CHECK ((paper = ANY (ARRAY['taxi_licence'::text, 'itp'::text, 'rca'::text, 'licence'::text, 'attestation'::text]))),
  constraint paper_warnings_stage_check CHECK ((stage = ANY (ARRAY[30, 7, 0]))),
  constraint paper_warnings_car_id_fkey FOREIGN KEY (car_id) REFERENCES cars(id) ON DELETE CASCADE,
  constraint paper_warnings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint paper_warnings_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX paper_warnings_of_cars ON public.paper_warnings USING btree (car_id, paper, until, stage) WHERE (car_id IS NOT NULL);
CREATE INDEX paper_warnings_of_company ON public.paper_warnings USING btree (company_id);
CREATE UNIQUE INDEX paper_warnings_of_drivers ON public.paper_warnings USING btree (driver_id, paper, until, stage) WHERE (driver_id IS NOT NULL);

create table password_resets (
  token_hash bytea,
  user_id bigint not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  id bigint generated by default as identity not null,
  constraint password_resets_pkey PRIMARY KEY (id),
  constraint password_resets_token_hash_key UNIQUE (token_hash),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX password_resets_user ON public.password_resets USING btree (user_id);

create table payment_runs (
  id bigint generated by default as identity not null,
  company_ids bigint[] not null,
  started_by bigint,
  started_at timestamp with time zone not null,
  is_paid boolean not null,
  order_ids bigint[] not null,
  done_count integer default 0 not null,
  changed_count integer default 0 not null,
  state text default 'running'::text not null,
  refusal jsonb,
  advanced_at timestamp with time zone not null,
  stopped_by bigint,
  ended_at timestamp with time zone,
  constraint payment_runs_pkey PRIMARY KEY (id),
  constraint payment_runs_check CHECK (((ended_at IS NULL) = (state = 'running'::text))),
  constraint payment_runs_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'stopped'::text, 'refused'::text]))),
  constraint payment_runs_started_by_fkey FOREIGN KEY (started_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint payment_runs_stopped_by_fkey FOREIGN KEY (stopped_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX payment_runs_ended ON public.payment_runs USING btree (ended_at);

create table phone_lines (
  number text not null,
  company_id bigint not null,
  created_at timestamp with time zone not null,
  id bigint generated by default as identity not null,
  name text default ''::text not null,
  verified_at timestamp with time zone,
  verified_by bigint,
  constraint phone_lines_pkey PRIMARY KEY (id),
  constraint phone_lines_company_id_number_key UNIQUE (company_id, number),
  constraint phone_lines_check CHECK (((verified_by IS NULL) OR (verified_at IS NOT NULL))),
  constraint phone_lines_name_check CHECK ((length(name) <= 60)),
  constraint phone_lines_number_check CHECK ((number ~ '^\+[0-9]{8,15}$'::text)),
  constraint phone_lines_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint phone_lines_verified_by_fkey FOREIGN KEY (verified_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX phone_lines_verified ON public.phone_lines USING btree (number) WHERE (verified_at IS NOT NULL);

create table playbacks (
  id bigint generated by default as identity not null,
  order_id bigint not null,
  news text not null,
  driver_id bigint,
  state text default 'due'::text not null,
  tries integer default 0 not null,
  due_at timestamp with time zone,
  sip_caller_id text,
  ended text,
  created_at timestamp with time zone not null,
  constraint playbacks_pkey PRIMARY KEY (id),
  constraint playbacks_sip_caller_id_key UNIQUE (sip_caller_id),
  constraint playbacks_check CHECK (((state = 'over'::text) = (due_at IS NULL))),
  constraint playbacks_news_check CHECK ((news = ANY (ARRAY['client_assigned'::text, 'client_arrived'::text]))),
  constraint playbacks_state_check CHECK ((state = ANY (ARRAY['due'::text, 'ringing'::text, 'speaking'::text, 'over'::text]))),
  constraint playbacks_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint playbacks_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX playbacks_due ON public.playbacks USING btree (due_at) WHERE (state <> 'over'::text);
CREATE INDEX playbacks_of_order ON public.playbacks USING btree (order_id);

create table polygon_changes (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  at timestamp with time zone not null,
  user_id bigint,
  polygon_id bigint not null,
  action text not null,
  before jsonb,
  after jsonb,
  constraint polygon_changes_pkey PRIMARY KEY (id),
  constraint polygon_changes_action_check CHECK ((action = ANY (ARRAY['created'::text, 'changed'::text, 'deleted'::text, 'restored'::text]))),
  constraint polygon_changes_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint polygon_changes_polygon_id_fkey FOREIGN KEY (polygon_id) REFERENCES polygons(id) ON DELETE CASCADE,
  constraint polygon_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX polygon_changes_of_company ON public.polygon_changes USING btree (company_id, id DESC);
CREATE INDEX polygon_changes_of_polygon ON public.polygon_changes USING btree (polygon_id, id DESC);

create table polygons (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  name text not null,
  paths jsonb not null,
  area_m2 double precision not null,
  created_at timestamp with time zone not null,
  color text,
  version integer default 1 not null,
  updated_at timestamp with time zone,
  updated_by bigint,
  deleted_at timestamp with time zone,
  constraint polygons_pkey PRIMARY KEY (id),
  constraint polygons_color_check CHECK ((color ~ '^#[0-9a-f]{6}$'::text)),
  constraint polygons_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint polygons_paths_check CHECK ((jsonb_typeof(paths) = 'array'::text)),
  constraint polygons_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint polygons_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX polygons_name_once ON public.polygons USING btree (company_id, name) WHERE (deleted_at IS NULL);

create table protocol_companies (
  user_id bigint not null,
  company_id bigint not null,
  contract_no text,
  contract_until date,
  credit_limit_bani bigint,
  contact_email citext,
  is_active boolean default true not null,
  pickup_name text,
  pickup_lat double precision,
  pickup_long double precision,
  invoicing_day smallint,
  payment_days smallint default 30 not null,
  discount_id bigint,
  legal_name text,
  cui text,
  pays_vat boolean default false not null,
  reg_com text,
  street text,
  city text,
  county text,
  updated_at timestamp with time zone,
  version integer default 1 not null,
  constraint protocol_companies_pkey PRIMARY KEY (user_id),
  constraint protocol_companies_check CHECK ((((pickup_name IS NULL) = (pickup_lat IS NULL)) AND ((pickup_lat IS NULL) = (pickup_long IS NULL)))),
  constraint protocol_companies_county_check CHECK ((county ~ '^[A-Z]{1,2}$'::text)),
  constraint protocol_companies_credit_limit_bani_check CHECK ((credit_limit_bani >= 0)),
  constraint protocol_companies_invoicing_day_check CHECK (((invoicing_day >= 1) AND (invoicing_day <= 28))),
  constraint protocol_companies_payment_days_check CHECK (((payment_days >= 0) AND (payment_days <= 365))),
  constraint protocol_companies_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id),
  constraint protocol_companies_discount_id_fkey FOREIGN KEY (discount_id) REFERENCES discounts(id) ON DELETE SET NULL,
  constraint protocol_companies_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table ratings (
  order_id bigint not null,
  direction text not null,
  driver_id bigint not null,
  client_id bigint,
  stars smallint not null,
  tags text[] default '{}'::text[] not null,
  comment text,
  source text not null,
  given_by bigint,
  created_at timestamp with time zone not null,
  constraint ratings_pkey PRIMARY KEY (order_id, direction),
  constraint ratings_comment_check CHECK ((length(comment) <= 500)),
  constraint ratings_direction_check CHECK ((direction = ANY (ARRAY['of_driver'::text, 'of_client'::text]))),
  constraint ratings_source_check CHECK ((source = ANY (ARRAY['client_app'::text, 'dispatcher'::text, 'driver_app'::text]))),
  constraint ratings_stars_check CHECK (((stars >= 1) AND (stars <= 5))),
  constraint ratings_client_id_fkey FOREIGN KEY (client_id) REFERENCES users(id),
  constraint ratings_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id),
  constraint ratings_given_by_fkey FOREIGN KEY (given_by) REFERENCES users(id),
  constraint ratings_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX ratings_of_client ON public.ratings USING btree (client_id, created_at DESC, order_id DESC) WHERE (direction = 'of_client'::text);
CREATE INDEX ratings_of_driver ON public.ratings USING btree (driver_id, created_at DESC, order_id DESC) WHERE (direction = 'of_driver'::text);

create table recovery_codes (
  user_id bigint not null,
  code_hash bytea not null,
  made_at timestamp with time zone not null,
  used_at timestamp with time zone,
  salt bytea,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table report_tokens (
  token_hash bytea not null,
  driver_id bigint not null,
  company_ids bigint[] not null,
  time_from timestamp with time zone not null,
  time_to timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  created_by bigint,
  created_at timestamp with time zone not null,
  constraint report_tokens_pkey PRIMARY KEY (token_hash),
  constraint report_tokens_check CHECK ((time_from < time_to)),
  constraint report_tokens_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint report_tokens_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX report_tokens_driver ON public.report_tokens USING btree (driver_id);
CREATE INDEX report_tokens_expiry ON public.report_tokens USING btree (expires_at);

create table retention_nights (
  night date not null,
  begun_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint retention_nights_pkey PRIMARY KEY (night)
);

create table retention_runs (
  id bigint generated by default as identity not null,
  company_id bigint,
  kind text not null,
  older_than timestamp with time zone not null,
  removed integer not null,
  ran_at timestamp with time zone not null,
  constraint retention_runs_pkey PRIMARY KEY (id),
  constraint retention_runs_kind_check CHECK ((kind = ANY (ARRAY['recordings'::text, 'trails'::text, 'calls'::text, 'client_errors'::text, 'changes'::text, 'letters'::text, 'messages'::text, 'broadcasts'::text, 'incidents'::text, 'block_reasons'::text]))),
  constraint retention_runs_removed_check CHECK ((removed >= 0)),
  constraint retention_runs_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
CREATE INDEX retention_runs_of_company ON public.retention_runs USING btree (company_id, id DESC);

create table revoked_permissions (
  company_id bigint not null,
  role text not null,
  permission text not null,
  constraint revoked_permissions_pkey PRIMARY KEY (company_id, role, permission),
  constraint revoked_permissions_permission_check CHECK (((length(permission) >= 1) AND (length(permission) <= 60))),
  constraint revoked_permissions_role_check CHECK ((role = ANY (ARRAY['company_admin'::text, 'dispatcher'::text, 'company'::text]))),
  constraint revoked_permissions_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);

create table road_graph_parts (
  dataset_id bigint not null,
  part integer not null,
  bytes bytea storage external not null,
  constraint road_graph_parts_pkey PRIMARY KEY (dataset_id, part),
  constraint road_graph_parts_dataset_id_fkey FOREIGN KEY (dataset_id) REFERENCES map_datasets(id) ON DELETE CASCADE
);

create table saved_addresses (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  phone text not null,
  user_id bigint,
  name text not null,
  lat double precision not null,
  long double precision not null,
  lat_e5 integer not null,
  long_e5 integer not null,
  place_id text,
  comment text,
  bloc text default ''::text not null,
  scara text default ''::text not null,
  reper text,
  use_count integer default 1 not null,
  last_used_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint saved_addresses_pkey PRIMARY KEY (id),
  constraint saved_addresses_company_id_phone_lat_e5_long_e5_bloc_scara_key UNIQUE (company_id, phone, lat_e5, long_e5, bloc, scara),
  constraint saved_addresses_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint saved_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX saved_addresses_places ON public.saved_addresses USING btree (COALESCE("substring"(place_id, '^gz_[0-9]+'::text), place_id), company_id) WHERE ((deleted_at IS NULL) AND (place_id IS NOT NULL));
CREATE INDEX saved_addresses_user ON public.saved_addresses USING btree (user_id);

create table search_facts (
  walk_id bigint not null,
  company_id bigint not null,
  day date not null,
  hour smallint not null,
  interval_id bigint,
  outcome text not null,
  is_retry boolean not null,
  seconds integer not null,
  rounds integer not null,
  offers integer not null,
  refusals integer not null,
  metres integer,
  constraint search_facts_pkey PRIMARY KEY (walk_id),
  constraint search_facts_walk_id_fkey FOREIGN KEY (walk_id) REFERENCES search_walks(id) ON DELETE CASCADE
);
CREATE INDEX search_facts_day ON public.search_facts USING btree (company_id, day) INCLUDE (hour, interval_id, outcome, is_retry, seconds, rounds, offers, refusals, metres);

create table search_intervals (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  search_method_id bigint,
  type text not null,
  time_from time without time zone default '00:00:00'::time without time zone not null,
  time_to time without time zone default '23:59:59'::time without time zone not null,
  selected_day smallint,
  custom_day date,
  sort_order integer not null,
  name text,
  version integer default 1 not null,
  updated_at timestamp with time zone,
  updated_by bigint,
  deleted_at timestamp with time zone,
  constraint search_intervals_pkey PRIMARY KEY (id),
  constraint search_intervals_company_id_sort_order_key UNIQUE (company_id, sort_order) DEFERRABLE INITIALLY DEFERRED,
  constraint search_intervals_check CHECK ((((type = 'custom'::text) AND (custom_day IS NOT NULL) AND (selected_day IS NULL)) OR ((type = 'weekdays'::text) AND (custom_day IS NULL)))),
  constraint search_intervals_selected_day_check CHECK (((selected_day >= 1) AND (selected_day <= 7))),
  constraint search_intervals_type_check CHECK ((type = ANY (ARRAY['weekdays'::text, 'custom'::text]))),
  constraint search_intervals_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint search_intervals_search_method_id_fkey FOREIGN KEY (search_method_id) REFERENCES search_methods(id) ON DELETE CASCADE,
  constraint search_intervals_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id) ON DELETE SET NULL
);

create table search_methods (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  definitions jsonb default '{"items": []}'::jsonb not null,
  updated_at timestamp with time zone not null,
  version integer default 1 not null,
  updated_by bigint,
  constraint search_methods_pkey PRIMARY KEY (id),
  constraint search_methods_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint search_methods_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id) ON DELETE SET NULL
);

create table search_offers (
  id bigint generated by default as identity not null,
  round_id bigint not null,
  order_id bigint not null,
  driver_id bigint not null,
  rank integer not null,
  metres integer not null,
  route_metres integer,
  is_priority boolean default false not null,
  is_exclusive boolean default true not null,
  notified_at timestamp with time zone not null,
  delivered_at timestamp with time zone,
  viewed_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  fate text default 'open'::text not null,
  closed_at timestamp with time zone,
  offline_at timestamp with time zone,
  is_partner boolean default false not null,
  route_is_guess boolean default false not null,
  constraint search_offers_pkey PRIMARY KEY (id),
  constraint search_offers_round_id_driver_id_key UNIQUE (round_id, driver_id),
  constraint search_offers_check CHECK (((fate = 'open'::text) = (closed_at IS NULL))),
  constraint search_offers_fate_check CHECK ((fate = ANY (ARRAY['open'::text, 'not_delivered'::text, 'delivered_not_seen'::text, 'seen_no_answer'::text, 'refused'::text, 'lost_race'::text, 'withdrawn'::text, 'accepted'::text, 'accepted_then_returned'::text]))),
  constraint search_offers_rank_check CHECK ((rank >= 1)),
  constraint search_offers_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id),
  constraint search_offers_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint search_offers_round_id_fkey FOREIGN KEY (round_id) REFERENCES search_rounds(id) ON DELETE CASCADE
);
CREATE INDEX search_offers_by_time ON public.search_offers USING brin (notified_at) WITH (pages_per_range='32');
CREATE INDEX search_offers_listed ON public.search_offers USING btree (driver_id) WHERE ((fate = 'open'::text) AND (NOT is_exclusive));
CREATE UNIQUE INDEX search_offers_one_ringing ON public.search_offers USING btree (driver_id) WHERE ((fate = 'open'::text) AND is_exclusive);
CREATE UNIQUE INDEX search_offers_one_winner ON public.search_offers USING btree (round_id) WHERE (fate = 'accepted'::text);
CREATE INDEX search_offers_open_of_driver ON public.search_offers USING btree (driver_id) WHERE (fate = 'open'::text);
CREATE INDEX search_offers_order ON public.search_offers USING btree (order_id);
CREATE TRIGGER search_offers_added_sums AFTER INSERT ON public.search_offers FOR EACH ROW WHEN ((new.fate <> 'open'::text)) EXECUTE FUNCTION note_offer_sums();
CREATE TRIGGER search_offers_changed_sums AFTER UPDATE ON public.search_offers FOR EACH ROW WHEN ((old.fate <> new.fate)) EXECUTE FUNCTION note_offer_sums();
CREATE TRIGGER search_offers_emptied_sums AFTER TRUNCATE ON public.search_offers FOR EACH STATEMENT EXECUTE FUNCTION forget_offer_sums();
CREATE TRIGGER search_offers_removed_sums AFTER DELETE ON public.search_offers FOR EACH ROW WHEN ((old.fate <> 'open'::text)) EXECUTE FUNCTION note_offer_sums();

create table search_replays (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  asked_by bigint,
  status text default 'running'::text not null,
  progress real default 0 not null,
  range_from timestamp with time zone not null,
  range_to timestamp with time zone not null,
  rules jsonb not null,
  result jsonb,
  asked_at timestamp with time zone not null,
  beat_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint search_replays_pkey PRIMARY KEY (id),
  constraint search_replays_check CHECK ((range_from < range_to)),
  constraint search_replays_check1 CHECK (((status = 'running'::text) = (ended_at IS NULL))),
  constraint search_replays_check2 CHECK (((status = 'done'::text) = (result IS NOT NULL))),
  constraint search_replays_progress_check CHECK (((progress >= (0)::double precision) AND (progress <= (1)::double precision))),
  constraint search_replays_status_check CHECK ((status = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text, 'canceled'::text]))),
  constraint search_replays_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint search_replays_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE
);
CREATE INDEX search_replays_beats ON public.search_replays USING btree (beat_at) WHERE (status = 'running'::text);
CREATE INDEX search_replays_of_company ON public.search_replays USING btree (company_id, id DESC);
CREATE UNIQUE INDEX search_replays_one_running ON public.search_replays USING btree (company_id) WHERE (status = 'running'::text);

create table search_rounds (
  id bigint generated by default as identity not null,
  walk_id bigint not null,
  order_id bigint not null,
  no integer not null,
  step jsonb not null,
  started_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  look_again_at timestamp with time zone not null,
  passed_over json default '{}'::json not null,
  not_placed bigint[] default '{}'::bigint[] not null,
  outcome text,
  closed_at timestamp with time zone,
  pinned_at timestamp with time zone,
  beyond json default '[]'::json not null,
  constraint search_rounds_pkey PRIMARY KEY (id),
  constraint search_rounds_walk_id_no_key UNIQUE (walk_id, no),
  constraint search_rounds_check CHECK (((outcome IS NULL) = (closed_at IS NULL))),
  constraint search_rounds_no_check CHECK ((no >= 1)),
  constraint search_rounds_outcome_check CHECK ((outcome = ANY (ARRAY['accepted'::text, 'expired'::text, 'withdrawn'::text]))),
  constraint search_rounds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint search_rounds_walk_id_fkey FOREIGN KEY (walk_id) REFERENCES search_walks(id) ON DELETE CASCADE
);
CREATE INDEX search_rounds_order ON public.search_rounds USING btree (order_id, id);

create table search_rule_changes (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  at timestamp with time zone not null,
  user_id bigint,
  subject text not null,
  subject_id bigint,
  action text not null,
  before jsonb,
  after jsonb,
  constraint search_rule_changes_pkey PRIMARY KEY (id),
  constraint search_rule_changes_action_check CHECK ((action = ANY (ARRAY['created'::text, 'changed'::text, 'deleted'::text, 'restored'::text]))),
  constraint search_rule_changes_subject_check CHECK ((subject = ANY (ARRAY['interval'::text, 'method'::text, 'order'::text]))),
  constraint search_rule_changes_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint search_rule_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX search_rule_changes_of_company ON public.search_rule_changes USING btree (company_id, id DESC);

create table search_walks (
  id bigint generated by default as identity not null,
  order_id bigint not null,
  walk_no integer not null,
  interval_id bigint,
  method_id bigint,
  steps jsonb not null,
  skip_empty_steps boolean default false not null,
  status text default 'running'::text not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  due_at timestamp with time zone,
  failures integer default 0 not null,
  promised_at timestamp with time zone,
  wait_seconds integer default 0 not null,
  constraint search_walks_pkey PRIMARY KEY (id),
  constraint search_walks_order_id_walk_no_key UNIQUE (order_id, walk_no),
  constraint search_walks_due_while_alive CHECK (((status = ANY (ARRAY['running'::text, 'queued'::text])) = (due_at IS NOT NULL))),
  constraint search_walks_status_check CHECK ((status = ANY (ARRAY['running'::text, 'queued'::text, 'accepted'::text, 'exhausted'::text, 'aborted'::text]))),
  constraint search_walks_wait_seconds_check CHECK ((wait_seconds >= 0)),
  constraint search_walks_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX search_walks_due ON public.search_walks USING btree (due_at) WHERE (status = ANY (ARRAY['running'::text, 'queued'::text]));
CREATE UNIQUE INDEX search_walks_one_alive ON public.search_walks USING btree (order_id) WHERE (status = ANY (ARRAY['running'::text, 'queued'::text]));
CREATE CONSTRAINT TRIGGER search_walks_added_facts AFTER INSERT ON public.search_walks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.status <> ALL (ARRAY['running'::text, 'queued'::text]))) EXECUTE FUNCTION keep_search_facts();
CREATE CONSTRAINT TRIGGER search_walks_changed_facts AFTER UPDATE ON public.search_walks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION keep_search_facts();

create table seed_runs (
  name text not null,
  finished_at timestamp with time zone not null,
  constraint seed_runs_pkey PRIMARY KEY (name)
);

create table services (
  id integer generated by default as identity not null,
  company_id bigint,
  name text not null,
  code text not null,
  package_id smallint,
  is_active boolean default true not null,
  sort_order integer default 0 not null,
  deleted_at timestamp with time zone,
  version integer default 1 not null,
  base_tariff_id bigint,
  constraint services_pkey PRIMARY KEY (id),
  constraint services_package_id_check CHECK (((package_id >= 1) AND (package_id <= 3))),
  constraint services_package_of_platform CHECK (((package_id IS NULL) OR (company_id IS NULL))),
  constraint services_base_tariff_id_fkey FOREIGN KEY (base_tariff_id) REFERENCES tariffs(id) ON DELETE SET NULL,
  constraint services_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id)
);
CREATE UNIQUE INDEX services_code_once ON public.services USING btree (COALESCE(company_id, (0)::bigint), lower(code)) WHERE (deleted_at IS NULL);

create table set_up_links (
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint set_up_links_pkey PRIMARY KEY (token_hash)
);

create table simulated_drivers (
  driver_id bigint not null,
  company_id bigint not null,
  made_by bigint,
  start_lat double precision not null,
  start_long double precision not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint simulated_drivers_pkey PRIMARY KEY (driver_id),
  constraint simulated_drivers_start_lat_check CHECK (((start_lat >= ('-90'::integer)::double precision) AND (start_lat <= (90)::double precision))),
  constraint simulated_drivers_start_long_check CHECK (((start_long >= ('-180'::integer)::double precision) AND (start_long <= (180)::double precision))),
  constraint simulated_drivers_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint simulated_drivers_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint simulated_drivers_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id)
);
CREATE INDEX simulated_drivers_live ON public.simulated_drivers USING btree (company_id) WHERE (ended_at IS NULL);

create table sip_accounts (
  user_id bigint not null,
  kind text not null,
  extension text not null,
  password text not null,
  sip_ws text,
  use_update boolean default true not null,
  created_at timestamp with time zone not null,
  ha1 text,
  ha1_domain text,
  constraint sip_accounts_pkey PRIMARY KEY (user_id, kind),
  constraint sip_accounts_extension_key UNIQUE (extension),
  constraint sip_accounts_digest_of_a_domain CHECK (((ha1 IS NULL) = (ha1_domain IS NULL))),
  constraint sip_accounts_extension_check CHECK ((extension ~ '^[a-z0-9]{1,20}$'::text)),
  constraint sip_accounts_ha1_check CHECK ((ha1 ~ '^[0-9a-f]{32}$'::text)),
  constraint sip_accounts_kind_check CHECK ((kind = ANY (ARRAY['dispatcher'::text, 'caller'::text]))),
  constraint sip_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table stand_queue (
  driver_id bigint not null,
  stand_id bigint not null,
  arrived_at timestamp with time zone not null,
  constraint stand_queue_pkey PRIMARY KEY (driver_id),
  constraint stand_queue_driver_id_fkey FOREIGN KEY (driver_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint stand_queue_stand_id_fkey FOREIGN KEY (stand_id) REFERENCES stands(id) ON DELETE CASCADE
);
CREATE INDEX stand_queue_stand ON public.stand_queue USING btree (stand_id, arrived_at);

create table stands (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  name text not null,
  lat double precision not null,
  long double precision not null,
  radius_m integer default 100 not null,
  polygon_id bigint,
  capacity integer,
  is_active boolean default true not null,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint stands_pkey PRIMARY KEY (id),
  constraint stands_capacity_check CHECK ((capacity >= 1)),
  constraint stands_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint stands_radius_m_check CHECK (((radius_m >= 20) AND (radius_m <= 1000))),
  constraint stands_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint stands_polygon_id_fkey FOREIGN KEY (polygon_id) REFERENCES polygons(id) ON DELETE SET NULL
);
CREATE INDEX stands_company ON public.stands USING btree (company_id) WHERE (deleted_at IS NULL);

create table storage_probe (
  filler text not null
);

create table tariffs (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  service_id integer not null,
  name text not null,
  start_fee_bani bigint not null,
  per_km_bani bigint not null,
  per_minute_wait_bani bigint default 0 not null,
  night_percent integer default 0 not null,
  night_from text default '22:00'::text not null,
  night_to text default '06:00'::text not null,
  min_cost_bani bigint default 0 not null,
  created_by bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  deleted_by bigint,
  version integer default 1 not null,
  constraint tariffs_pkey PRIMARY KEY (id),
  constraint tariffs_min_cost_bani_check CHECK ((min_cost_bani >= 0)),
  constraint tariffs_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint tariffs_night_from_check CHECK ((night_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint tariffs_night_percent_check CHECK (((night_percent >= 0) AND (night_percent <= 300))),
  constraint tariffs_night_to_check CHECK ((night_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint tariffs_per_km_bani_check CHECK ((per_km_bani >= 0)),
  constraint tariffs_per_minute_wait_bani_check CHECK ((per_minute_wait_bani >= 0)),
  constraint tariffs_start_fee_bani_check CHECK ((start_fee_bani >= 0)),
  constraint tariffs_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint tariffs_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint tariffs_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint tariffs_service_id_fkey FOREIGN KEY (service_id) REFERENCES services(id)
);
CREATE UNIQUE INDEX tariffs_one_a_service ON public.tariffs USING btree (company_id, service_id) WHERE (deleted_at IS NULL);

create table two_factor (
  user_id bigint not null,
  secret text not null,
  begun_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint default 0 not null,
  constraint two_factor_pkey PRIMARY KEY (user_id),
  constraint two_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table unblocked_phones (
  id bigint not null,
  company_id bigint not null,
  phone text not null,
  reason text not null,
  created_by bigint,
  created_at timestamp with time zone not null,
  unblocked_by bigint,
  unblocked_at timestamp with time zone not null,
  constraint unblocked_phones_pkey PRIMARY KEY (id),
  constraint unblocked_phones_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint unblocked_phones_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint unblocked_phones_unblocked_by_fkey FOREIGN KEY (unblocked_by) REFERENCES users(id)
);

create table user_bans (
  id bigint generated by default as identity not null,
  user_id bigint not null,
  company_id bigint,
  banned_at timestamp with time zone not null,
  until timestamp with time zone not null,
  reason text not null,
  by_kind text not null,
  by_user_id bigint,
  order_id bigint,
  ended_at timestamp with time zone,
  end_reason text,
  ended_by_user_id bigint,
  constraint user_bans_pkey PRIMARY KEY (id),
  constraint user_bans_by_kind_check CHECK ((by_kind = ANY (ARRAY['dispatcher'::text, 'driver'::text, 'client'::text, 'company'::text, 'admin'::text, 'system'::text]))),
  constraint user_bans_check CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
  constraint user_bans_end_reason_check CHECK ((end_reason = ANY (ARRAY['expired'::text, 'lifted'::text, 'replaced'::text]))),
  constraint user_bans_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 300))),
  constraint user_bans_by_user_id_fkey FOREIGN KEY (by_user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint user_bans_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint user_bans_ended_by_user_id_fkey FOREIGN KEY (ended_by_user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint user_bans_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE SET NULL,
  constraint user_bans_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX user_bans_due ON public.user_bans USING btree (until) WHERE (ended_at IS NULL);
CREATE INDEX user_bans_of_user ON public.user_bans USING btree (user_id, banned_at DESC, id DESC);
CREATE UNIQUE INDEX user_bans_one_open ON public.user_bans USING btree (user_id) WHERE (ended_at IS NULL);

create table user_companies (
  user_id bigint not null,
  company_id bigint not null,
  constraint user_companies_pkey PRIMARY KEY (user_id, company_id),
  constraint user_companies_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint user_companies_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX user_companies_company ON public.user_companies USING btree (company_id, user_id);

create table user_meta (
  user_id bigint not null,
  key text not null,
  value text,
  is_secret boolean default false not null,
  constraint user_meta_pkey PRIMARY KEY (user_id, key),
  constraint user_meta_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE TRIGGER user_meta_version AFTER INSERT OR DELETE OR UPDATE ON public.user_meta FOR EACH ROW EXECUTE FUNCTION count_change_of_user_meta();

create table user_photos (
  user_id bigint not null,
  content_type text not null,
  photo bytea not null,
  updated_at timestamp with time zone not null,
  constraint user_photos_pkey PRIMARY KEY (user_id),
  constraint user_photos_content_type_check CHECK ((content_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text]))),
  constraint user_photos_photo_check CHECK ((octet_length(photo) <= 1048576)),
  constraint user_photos_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table user_presence (
  user_id bigint not null,
  is_online boolean not null,
  beat_at timestamp with time zone not null,
  beats bigint default 0 not null,
  constraint user_presence_pkey PRIMARY KEY (user_id),
  constraint user_presence_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table user_roles (
  user_id bigint not null,
  role text not null,
  constraint user_roles_pkey PRIMARY KEY (user_id, role),
  constraint user_roles_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'company_admin'::text, 'dispatcher'::text, 'driver'::text, 'client'::text, 'company'::text]))),
  constraint user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX user_roles_role ON public.user_roles USING btree (role, user_id);

create table users (
  id bigint generated by default as identity not null,
  name text,
  email citext,
  phone text,
  password_hash text,
  identifier text,
  is_active boolean default true not null,
  is_simulated boolean default false not null,
  ban_until timestamp with time zone,
  ban_reason text,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone,
  deleted_at timestamp with time zone,
  version integer default 1 not null,
  two_factor_due_at timestamp with time zone,
  erased_at timestamp with time zone,
  language text default 'ro'::text not null,
  meta_version integer default 1 not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_phone_key UNIQUE (phone),
  constraint users_language_check CHECK ((language = 'ro'::text)),
  constraint users_phone_check CHECK ((phone ~ '^\+[0-9]{8,15}$'::text)),
  constraint users_reachable CHECK (((email IS NOT NULL) OR (phone IS NOT NULL) OR (erased_at IS NOT NULL)))
);
CREATE INDEX users_email_trgm ON public.users USING gin (((email)::text) gin_trgm_ops);
CREATE INDEX users_folded_name ON public.users USING gin (search_fold(name) gin_trgm_ops);
CREATE INDEX users_identifier ON public.users USING btree (lower(identifier) text_pattern_ops) WHERE (identifier IS NOT NULL);
CREATE INDEX users_name_trgm ON public.users USING gin (name gin_trgm_ops);
CREATE INDEX users_not_active ON public.users USING btree (id) WHERE (NOT is_active);
CREATE INDEX users_phone_prefix ON public.users USING btree (phone text_pattern_ops) WHERE (phone IS NOT NULL);

create table users_interval_users (
  interval_id bigint not null,
  user_id bigint not null,
  constraint users_interval_users_pkey PRIMARY KEY (interval_id, user_id),
  constraint users_interval_users_interval_id_fkey FOREIGN KEY (interval_id) REFERENCES users_intervals(id) ON DELETE CASCADE,
  constraint users_interval_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX users_interval_users_user ON public.users_interval_users USING btree (user_id);

create table users_intervals (
  id bigint generated by default as identity not null,
  company_id bigint not null,
  time_from timestamp with time zone not null,
  time_to timestamp with time zone not null,
  created_by bigint,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  deleted_by bigint,
  constraint users_intervals_pkey PRIMARY KEY (id),
  constraint users_intervals_check CHECK ((time_from < time_to)),
  constraint users_intervals_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies(id) ON DELETE CASCADE,
  constraint users_intervals_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint users_intervals_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES users(id)
);
CREATE INDEX users_intervals_company ON public.users_intervals USING btree (company_id, time_from DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX users_intervals_ends ON public.users_intervals USING btree (time_to) WHERE (deleted_at IS NULL);

create view sip_lines as
 SELECT phone_lines.number AS dialled,
    (phone_lines.company_id)::text AS company_id
   FROM phone_lines
  WHERE (phone_lines.verified_at IS NOT NULL)
UNION ALL
 SELECT ('company-'::text || companies.id) AS dialled,
    (companies.id)::text AS company_id
   FROM companies;

create view sip_subscribers as
 SELECT sip_accounts.extension AS username,
    realm.domain,
        CASE
            WHEN (sip_accounts.password ~~ 'v1.%'::text) THEN sip_accounts.ha1
            ELSE md5(((((sip_accounts.extension || ':'::text) || realm.domain) || ':'::text) || sip_accounts.password))
        END AS ha1,
    (sip_accounts.user_id)::text AS user_id,
    sip_accounts.kind,
    works.company_ids,
    works.company_id,
    ( SELECT min(phone_lines.number) AS min
           FROM phone_lines
          WHERE ((phone_lines.company_id = (works.company_id)::bigint) AND (phone_lines.verified_at IS NOT NULL))) AS line
   FROM (((sip_accounts
     JOIN users ON (((users.id = sip_accounts.user_id) AND users.is_active AND (users.deleted_at IS NULL) AND ((users.ban_until IS NULL) OR (users.ban_until <= now())))))
     JOIN LATERAL ( SELECT (min(user_companies.company_id))::text AS company_id,
            string_agg((user_companies.company_id)::text, ','::text ORDER BY user_companies.company_id) AS company_ids
           FROM (user_companies
             JOIN companies ON (((companies.id = user_companies.company_id) AND (companies.deleted_at IS NULL))))
          WHERE (user_companies.user_id = sip_accounts.user_id)) works ON ((works.company_id IS NOT NULL)))
     CROSS JOIN ( SELECT COALESCE(NULLIF(current_setting('dispecerat.sip_domain'::text, true), ''::text), 'dispecerat.local'::text) AS domain) realm)
  WHERE ((sip_accounts.kind = 'dispatcher'::text) AND ((sip_accounts.password !~~ 'v1.%'::text) OR (sip_accounts.ha1_domain = realm.domain)) AND (EXISTS ( SELECT
           FROM access_tokens
          WHERE ((access_tokens.user_id = users.id) AND (access_tokens.revoked_at IS NULL) AND (access_tokens.expires_at > now())))) AND (EXISTS ( SELECT
           FROM user_roles
          WHERE ((user_roles.user_id = users.id) AND (user_roles.role = 'dispatcher'::text)))) AND (NOT (EXISTS ( SELECT
           FROM revoked_permissions
          WHERE ((revoked_permissions.role = 'dispatcher'::text) AND (revoked_permissions.permission = 'calls.take'::text) AND (revoked_permissions.company_id IN ( SELECT user_companies.company_id
                   FROM user_companies
                  WHERE (user_companies.user_id = users.id)
                UNION
                 SELECT protocol_companies.company_id
                   FROM protocol_companies
                  WHERE ((protocol_companies.user_id = users.id) AND protocol_companies.is_active))))))));
