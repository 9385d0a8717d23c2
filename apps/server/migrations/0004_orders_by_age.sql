-- The book of orders is read newest first, also by callers whose companies are not the ones the orders came to.
create index orders_created on orders (created_at desc, id desc) where deleted_at is null;
