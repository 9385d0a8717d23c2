-- The month of an account that came due on its invoicing day: once, whichever server looked first. Nothing is issued by it.
create table invoice_drafts (
  protocol_user_id bigint not null references users on delete cascade,
  -- The first day of the month it is for.
  month date not null check (extract(day from month) = 1),
  company_id bigint not null references companies on delete cascade,
  -- What was to be invoiced as it was made; what there is now is counted when it is shown.
  orders integer not null check (orders >= 0),
  charged_bani bigint not null,
  made_at timestamptz not null,
  primary key (protocol_user_id, month)
);
create index invoice_drafts_of_company on invoice_drafts (company_id, month desc);
