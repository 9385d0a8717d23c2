-- Administrators of such a company may do nothing before their second factor is on.
alter table company_settings add column two_factor_required boolean not null default false;
