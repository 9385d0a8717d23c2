-- Who rang: the public (in) or a dispatcher (out). A call that goes out is `started` from its first ring, and may be about no order.
alter table calls
  add column direction text not null default 'in' check (direction in ('in', 'out')),
  -- Whose phone has the caller, as the exchange says; the row stays pending until this dispatcher accepts, or is made to.
  add column answered_by bigint references users,
  add column answered_at timestamptz,
  -- Of a call that goes out: the called party picked up.
  add column reached_at timestamptz,
  add column callee_driver_id bigint references users,
  -- Who gave the call to its dispatcher; the last one, when it was given on.
  add column transferred_from bigint references users,
  -- Of a missed or broken call: somebody answered this phone later, reached it, or says that he did.
  add column called_back_at timestamptz,
  add column called_back_by bigint references users,
  -- Which exchange has the call; null for one on paper, which only the house knows.
  add column exchange text,
  add check ((answered_by is null) = (answered_at is null)),
  add check ((called_back_by is null) = (called_back_at is null)),
  add check (direction = 'out' or (reached_at is null and callee_driver_id is null));

-- Due rows: an answer nobody claimed is claimed by the house.
create index calls_answered on calls (answered_at) where state = 'pending' and answered_at is not null;
-- Who is to be called back; a phone's own calls of the last day.
create index calls_missed on calls (company_id, rang_at desc) where is_missed or reason_type = 'connection_lost';

-- Calls an exchange should still have.
create index calls_at_exchange on calls (exchange) where state <> 'ended' and exchange is not null;

-- An exchange inside a process lives as long as it; the calls of one that stopped beating are gone.
create table exchanges (
  name text primary key,
  beat_at timestamptz not null
);

-- What a person's browser registers with. The exchange proves a digest, so it needs the password itself: random, of no other use.
-- A `caller` stands in for the public on the simulator's screen.
create table sip_accounts (
  user_id bigint not null references users on delete cascade,
  kind text not null check (kind in ('dispatcher', 'caller')),
  extension text not null unique check (extension ~ '^[a-z0-9]{1,20}$'),
  password text not null,
  -- Null: the console's own origin.
  sip_ws text,
  -- Hold by UPDATE; otherwise by another INVITE.
  use_update boolean not null default true,
  created_at timestamptz not null,
  primary key (user_id, kind)
);

-- The numbers a company is rung at.
create table phone_lines (
  number text primary key check (number ~ '^\+[0-9]{8,15}$'),
  company_id bigint not null references companies on delete cascade,
  created_at timestamptz not null
);
create index phone_lines_company on phone_lines (company_id);

-- Whom a dispatcher asked to ring up last: an exchange that reports another number is told to hang up.
create table dialled_phones (
  user_id bigint primary key references users on delete cascade,
  company_id bigint not null references companies on delete cascade,
  phone text not null,
  order_id bigint references orders on delete cascade,
  callee_driver_id bigint references users,
  asked_at timestamptz not null
);
