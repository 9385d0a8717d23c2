-- Optimistic locking by an integer on every row that an editor changes, instead of a time of one second or a hash of the values.
alter table cars add column version integer not null default 1;
alter table devices add column version integer not null default 1;
alter table discounts add column version integer not null default 1;
alter table protocol_companies add column version integer not null default 1;
alter table billing_profiles add column version integer not null default 1;
alter table finance_settings add column version integer not null default 1;
alter table announcements add column version integer not null default 1;
alter table message_templates add column version integer not null default 1;
alter table company_settings add column version integer not null default 1;

-- Processes of the version before change these rows and do not know the column: their changes count too. May go with the next migration.
create function count_unversioned_change() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger cars_unversioned_change before update on cars
  for each row when (new.version = old.version and new.updated_at is distinct from old.updated_at) execute function count_unversioned_change();
create trigger devices_unversioned_change before update on devices
  for each row when (new.version = old.version and new.updated_at is distinct from old.updated_at) execute function count_unversioned_change();
create trigger discounts_unversioned_change before update on discounts
  for each row when (new.version = old.version and new.updated_at is distinct from old.updated_at) execute function count_unversioned_change();
create trigger protocol_companies_unversioned_change before update on protocol_companies
  for each row when (new.version = old.version and new.updated_at is distinct from old.updated_at) execute function count_unversioned_change();
create trigger billing_profiles_unversioned_change before update on billing_profiles
  for each row when (new.version = old.version and new.updated_at is distinct from old.updated_at) execute function count_unversioned_change();
create trigger finance_settings_unversioned_change before update on finance_settings
  for each row when (new.version = old.version and new.updated_at is distinct from old.updated_at) execute function count_unversioned_change();
create trigger announcements_unversioned_change before update on announcements
  for each row when (new.version = old.version and new.updated_at is distinct from old.updated_at) execute function count_unversioned_change();
create trigger message_templates_unversioned_change before update on message_templates
  for each row when (new.version = old.version and new.* is distinct from old.*) execute function count_unversioned_change();
create trigger company_settings_unversioned_change before update on company_settings
  for each row when (new.version = old.version and new.* is distinct from old.*) execute function count_unversioned_change();

-- The properties of a user are edited as one list, which has no row of its own, and the user's phone writes some of them. Its version is
-- another than `users.version`, so a phone that reports a new application does not make the form of the person conflict.
alter table users add column meta_version integer not null default 1;
create function count_change_of_user_meta() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new is not distinct from old then return null; end if;
  update users set meta_version = meta_version + 1 where id = coalesce(new.user_id, old.user_id);
  return null;
end $$;
create trigger user_meta_version after insert or update or delete on user_meta
  for each row execute function count_change_of_user_meta();
