-- Foreign keys to tables that a later file creates.
alter table idempotency_keys add constraint idempotency_keys_user_id_fkey foreign key (user_id) references users on delete cascade;
alter table audit_log add constraint audit_log_company_id_fkey foreign key (company_id) references companies on delete cascade;
alter table audit_log add constraint audit_log_user_id_fkey foreign key (user_id) references users on delete set null;
alter table outbox add constraint outbox_company_id_fkey foreign key (company_id) references companies on delete cascade;
alter table outbox add constraint outbox_user_id_fkey foreign key (user_id) references users on delete cascade;
alter table outbox add constraint outbox_order_id_fkey foreign key (order_id) references orders on delete set null;
alter table outbox add constraint outbox_reset_id_fkey foreign key (reset_id) references password_resets on delete set null;
alter table outbox add constraint outbox_proof_id_fkey foreign key (proof_id) references company_email_proofs on delete set null;
alter table message_texts add constraint message_texts_company_id_fkey foreign key (company_id) references companies on delete cascade;
alter table message_texts add constraint message_texts_updated_by_fkey foreign key (updated_by) references users on delete set null;
alter table company_quotas add constraint company_quotas_company_id_fkey foreign key (company_id) references companies on delete cascade;
alter table company_usage add constraint company_usage_company_id_fkey foreign key (company_id) references companies on delete cascade;
alter table exports add constraint exports_user_id_fkey foreign key (user_id) references users on delete cascade;
alter table protocol_companies add constraint protocol_companies_discount_id_fkey
  foreign key (discount_id) references discounts on delete set null;
alter table services add constraint services_base_tariff_id_fkey foreign key (base_tariff_id) references tariffs on delete set null;
alter table access_tokens add constraint access_tokens_device_id_fkey foreign key (device_id) references devices on delete set null;
alter table user_bans add constraint user_bans_order_id_fkey foreign key (order_id) references orders on delete set null;
alter table orders add constraint orders_invoice_id_fkey foreign key (invoice_id) references invoices;
