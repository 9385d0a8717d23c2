-- Run once, in the server's database, as its owner. The proxy may read digests and which dispatchers ring, never passwords, people or orders;
-- and it may check whether a number may be dialled now. Choose both values yourself, so that no installation has a password that everybody
-- can read here; sip_domain is the same as SIP_DOMAIN of the server, which makes digests for it:
--   psql -v password="$(openssl rand -hex 24)" -v sip_domain=taxi.example.ro -f database-role.sql dispecerat
\set ON_ERROR_STOP on
create role kamailio login password :'password';
grant select on sip_subscribers, sip_lines to kamailio;
grant execute on function sip_take_dialled(text, text) to kamailio;
alter role kamailio set dispecerat.sip_domain = :'sip_domain';
