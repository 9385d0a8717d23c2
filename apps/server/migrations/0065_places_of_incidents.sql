-- Where it happened, as somebody told it; the point stands in lat and long when it is known.
alter table incidents add column address text;
