-- Once, in the server's database, as its owner. The proxy sees digests and who is rung, never passwords, people or orders; and it asks
-- whether a number may be dialled now.
create role kamailio login password 'change-me';
grant select on sip_subscribers, sip_lines to kamailio;
grant execute on function sip_take_dialled(text, text) to kamailio;
-- The same as SIP_DOMAIN of the server; digests are made for it.
alter role kamailio set dispecerat.sip_domain = 'dispecerat.local';
