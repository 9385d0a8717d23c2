-- A broadcast is written to its receivers in slices: the row carries what the next slice needs and where it begins.

alter table broadcasts
  add column state text not null default 'sent' check (state in ('sending', 'sent', 'stopped')),
  add column title text,
  add column sender_name text,
  -- [{company_id, text, sms_left}]: the SMS as each company words it, and how many were counted beforehand and are not yet written.
  add column shares jsonb not null default '[]',
  -- The last user written to.
  add column cursor_user_id bigint not null default 0,
  add column done integer not null default 0 check (done >= 0),
  add column ended_at timestamptz;

update broadcasts set done = receivers;

create index broadcasts_sending on broadcasts (created_at) where state = 'sending';
