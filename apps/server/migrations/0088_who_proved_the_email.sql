-- Whose address the e-mail proof of a company was about: another address of that account needs another proof.
alter table companies add column email_proved_by bigint references users (id) on delete set null;
create index companies_proved_by on companies (email_proved_by) where email_proved_by is not null;

update companies set email_proved_by = (
  select user_id from audit_log
  where entity = 'company' and entity_id = companies.id and action = 'email_proved' and user_id is not null
  order by id desc limit 1
) where is_email_proved;
