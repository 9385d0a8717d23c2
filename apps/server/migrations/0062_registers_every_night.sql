-- The register of a day that is over is queued for the town hall by itself, in this form.
alter table company_settings add column files_register boolean not null default false;
alter table company_settings add column register_format text not null default 'xml' check (register_format in ('xml', 'csv'));
