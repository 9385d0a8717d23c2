-- What free texts of other rows may still say of an erased client: searched for in batches after the erasure, then forgotten. Sealed.
alter table client_erasures add column mentions text;
create index client_erasures_unfinished on client_erasures (id) where mentions is not null;
