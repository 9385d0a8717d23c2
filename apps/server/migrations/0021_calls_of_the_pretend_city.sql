-- How many pretend people ring the company in an hour; null: as many as is usual. Nobody rings where the pretend city is closed.
alter table company_settings
  add column pretend_calls_per_hour integer check (pretend_calls_per_hour between 0 and 200);
