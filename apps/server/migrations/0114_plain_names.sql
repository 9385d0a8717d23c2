-- Tables and columns that had private names. The old names stay as views for processes of the version before, which run on while this one
-- migrates.
alter table withheld_words rename to revoked_permissions;
alter table revoked_permissions rename column word to permission;
alter table revoked_permissions rename constraint withheld_words_pkey to revoked_permissions_pkey;
alter table revoked_permissions rename constraint withheld_words_role_check to revoked_permissions_role_check;
alter table revoked_permissions rename constraint withheld_words_word_check to revoked_permissions_permission_check;
alter table revoked_permissions rename constraint withheld_words_company_id_fkey to revoked_permissions_company_id_fkey;
create view withheld_words as select company_id, role, permission as word from revoked_permissions;

alter table driver_misses rename to missed_offers;
alter table missed_offers rename constraint driver_misses_pkey to missed_offers_pkey;
alter table missed_offers rename constraint driver_misses_company_id_fkey to missed_offers_company_id_fkey;
alter table missed_offers rename constraint driver_misses_driver_id_fkey to missed_offers_driver_id_fkey;
alter table missed_offers rename constraint driver_misses_order_id_fkey to missed_offers_order_id_fkey;
alter index driver_misses_counted rename to missed_offers_counted;
alter sequence driver_misses_id_seq rename to missed_offers_id_seq;
create view driver_misses as select * from missed_offers;
