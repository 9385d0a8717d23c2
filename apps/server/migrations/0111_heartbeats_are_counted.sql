-- Names a heartbeat of a console: a goodbye ends those up to the one it names.
alter table user_presence add column beats bigint not null default 0;
