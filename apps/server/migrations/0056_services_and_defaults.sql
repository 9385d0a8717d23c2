-- The tariff that prices a company's own service while it has none of its own (GAP-21).
alter table services add column base_tariff_id bigint references tariffs on delete set null;

-- A code names one service of its owner, whatever its letters' case.
update services set code = services.code || '_' || services.id
where deleted_at is null and exists (
  select from services as older where older.deleted_at is null and older.id < services.id
    and lower(older.code) = lower(services.code) and older.company_id is not distinct from services.company_id
);
create unique index services_code_once on services (coalesce(company_id, 0), lower(code)) where deleted_at is null;

alter table services add constraint services_package_id_check check (package_id between 1 and 3);
alter table services add constraint services_package_of_platform check (package_id is null or company_id is null);

-- GAP-28: what calls sound like and which key answers, for whoever chose nothing in his browser.
alter table company_settings add column default_sound text not null default 'sound'
  check (default_sound in ('sound', 'bell', 'digital', 'alarm', 'melody', 'short', 'mute'));
alter table company_settings add column line_answer text not null default 'simple'
  check (line_answer in ('simple', 'lines'));
