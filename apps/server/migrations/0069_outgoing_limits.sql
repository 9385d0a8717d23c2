-- What a company may dial. Null limits: the server's defaults.
create table outgoing_rules (
  company_id bigint primary key references companies on delete cascade,
  open_calls integer check (open_calls between 0 and 1000),
  day_calls integer check (day_calls between 0 and 1000000),
  day_minutes integer check (day_minutes between 0 and 1000000),
  day_bani integer check (day_bani between 0 and 100000000),
  dispatcher_day_calls integer check (dispatcher_day_calls between 0 and 100000),
  -- Country codes outside Romania, with what may follow them: '+373'.
  prefixes text[] not null default '{}',
  -- Nobody of the company dials and nobody is rung automatically until the platform lifts the stop.
  stopped_at timestamptz,
  stopped_by bigint references users on delete set null,
  check (stopped_by is null or stopped_at is not null)
);

-- One row per call that was let out; the limits of a day are sums over them. No number of anybody.
create table outgoing_calls (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies on delete cascade,
  -- Null: an automatic call.
  user_id bigint references users on delete set null,
  sip_caller_id text not null,
  bani_per_minute integer not null check (bani_per_minute >= 0),
  -- Of its beginning, in Bucharest.
  day date not null,
  began_at timestamptz not null,
  reached_at timestamptz,
  ended_at timestamptz
);
create index outgoing_calls_day on outgoing_calls (company_id, day);
create index outgoing_calls_open on outgoing_calls (sip_caller_id) where ended_at is null;

-- Each alarm is raised once a day.
create table outgoing_alarms (
  company_id bigint not null references companies on delete cascade,
  day date not null,
  about text not null,
  percent smallint not null,
  -- 0: of the whole company.
  user_id bigint not null default 0,
  raised_at timestamptz not null,
  primary key (company_id, day, about, percent, user_id)
);

-- Set by a SIP proxy that lets the call out: one request to dial is good for one call.
alter table dialled_phones add column taken_at timestamptz;
create index dialled_phones_company on dialled_phones (company_id);

-- What a SIP proxy asks before it lets a call out: whether this user asked to dial this number within the last minute and has not
-- used it yet, and which number is shown. No row: the call does not go out. It runs with the owner's rights, so the proxy's role
-- reads and writes no table.
create function sip_take_dialled(dialling_user text, dialled text) returns table (line text)
language sql volatile security definer set search_path = public, pg_temp as $$
  update dialled_phones set taken_at = now()
  where user_id = dialling_user::bigint and phone = dialled and taken_at is null and asked_at > now() - interval '60 seconds'
    and not exists (select from outgoing_rules o where o.company_id = dialled_phones.company_id and o.stopped_at is not null)
  returning (
    select min(number) from phone_lines
    where phone_lines.company_id = dialled_phones.company_id and phone_lines.verified_at is not null
  )
$$;
revoke execute on function sip_take_dialled(text, text) from public;
-- The proxy of an installation that runs already would let no call out.
do $$
begin
  if exists (select from pg_roles where rolname = 'kamailio') then
    grant execute on function sip_take_dialled(text, text) to kamailio;
  end if;
end
$$;
