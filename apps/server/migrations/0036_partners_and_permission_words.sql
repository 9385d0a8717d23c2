-- Since when a company waits for another's answer; null for partners from before.
alter table company_partners add column asked_at timestamptz;
create index company_partners_asked on company_partners (partner_company_id);

-- Permission words a company takes from one of its roles; a word that is not here is as the roles' own list says.
create table withheld_words (
  company_id bigint not null references companies on delete cascade,
  role text not null check (role in ('company_admin', 'dispatcher', 'company')),
  word text not null check (length(word) between 1 and 60),
  primary key (company_id, role, word)
);
alter table companies add column withheld_version integer not null default 1;
