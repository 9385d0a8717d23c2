-- Whether the form of a new order begins with the company's partners asked too.
alter table company_settings add column new_orders_ask_partners boolean not null default true;
