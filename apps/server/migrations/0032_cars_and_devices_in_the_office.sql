-- Cars and devices as the office keeps them (GAP-01, GAP-02), and which device a session was opened on.
update cars set category = case when category like 'bicicl%' then 'bike' else 'standard' end
where category not in ('standard', 'comfort', 'xl', 'van', 'moto', 'bike');
alter table cars
  add column taxi_licence_no text,
  add column notes text,
  add column updated_at timestamptz,
  add constraint cars_category check (category in ('standard', 'comfort', 'xl', 'van', 'moto', 'bike'));

-- Plates are compared without spaces; one whose mended form stands on another car keeps its old writing.
update cars set number = upper(regexp_replace(number, '[[:space:].-]', '', 'g'))
where deleted_at is null and number <> upper(regexp_replace(number, '[[:space:].-]', '', 'g'))
  and not exists (
    select from cars other where other.deleted_at is null and other.id <> cars.id
      and upper(regexp_replace(other.number, '[[:space:].-]', '', 'g')) = upper(regexp_replace(cars.number, '[[:space:].-]', '', 'g'))
  );

create index cars_company on cars (company_id, id) where deleted_at is null;
create index driver_cars_car on driver_cars (car_id);

create table car_photos (
  car_id bigint primary key references cars on delete cascade,
  content_type text not null check (content_type in ('image/jpeg', 'image/png')),
  photo bytea not null,
  updated_at timestamptz not null
);

-- A device entered by the office has an IMEI and no installation until the app reports it.
alter table devices
  alter column install_id drop not null,
  alter column last_seen_at drop not null,
  add column imei text unique check (imei ~ '^[0-9]{14,16}$'),
  add column os_version text,
  add column phone_number text,
  add column updated_at timestamptz,
  add column deleted_at timestamptz,
  add constraint devices_known_by check (install_id is not null or imei is not null);
create index devices_company on devices (company_id, id) where deleted_at is null;

-- The phone a session was opened on: blocking it ends the session's use at once.
alter table access_tokens add column device_id bigint references devices on delete set null;
create index access_tokens_device on access_tokens (device_id) where device_id is not null;
