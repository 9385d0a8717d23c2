-- A recovery code has 49 random bits: a stolen database must not be searched for them with a fast hash. Codes made before keep theirs (no salt)
-- until their owner makes new ones.
alter table recovery_codes add column salt bytea;
