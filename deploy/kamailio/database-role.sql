-- Once, in the server's database, as its owner. The proxy sees digests and who is rung, never passwords, people or orders.
create role kamailio login password 'change-me';
grant select on sip_subscribers, sip_lines to kamailio;
-- The same as SIP_DOMAIN of the server; digests are made for it.
alter role kamailio set dispecerat.sip_domain = 'dispecerat.local';
