-- What a company writes of a client stands in the company's own row. Until now the code, the e-mail and whether the client is
-- closed stood in users, where they belong to the account of whoever has the phone, whatever company that person works for.
-- users keeps its columns: the previous version reads them while it still serves.

alter table company_clients
  add column email citext,
  -- Short code, unique within the company.
  add column identifier text,
  add column is_active boolean not null default true,
  add column version integer not null default 1;

-- Of somebody who is a client and nothing else these were written by a company: the one that knew the phone first has them.
update company_clients as card
set email = person.email, identifier = person.identifier, is_active = person.is_active
from users as person
where person.id = card.user_id
  and (person.email is not null or person.identifier is not null or not person.is_active)
  and person.deleted_at is null
  and not exists (select from user_roles where user_id = person.id and role <> 'client')
  and card.company_id = (
    select first.company_id from company_clients as first where first.user_id = person.id
    order by first.created_at, first.company_id limit 1
  );

create index company_clients_by_code on company_clients (lower(identifier) text_pattern_ops, company_id)
  where identifier is not null;
create index company_clients_email_trgm on company_clients using gin ((email::text) gin_trgm_ops);

-- The role of a client who came to work told the employer that some company knew the phone; company_clients says who knows it.
delete from user_roles as held
where held.role = 'client'
  and exists (select from user_roles as other where other.user_id = held.user_id and other.role <> 'client');

-- Changes of a client's row are no changes of an account: what companies noted of somebody who does not work for them.
update audit_log as log set entity = 'client'
where log.entity = 'user' and log.company_id is not null
  and exists (select from company_clients where user_id = log.entity_id and company_id = log.company_id)
  and not exists (select from user_companies where user_id = log.entity_id and company_id = log.company_id)
  and not exists (select from protocol_companies where user_id = log.entity_id and company_id = log.company_id);
