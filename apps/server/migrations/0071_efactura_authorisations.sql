-- The tokens with which a company's documents go to RO e-Factura: each company authorises for itself, at the tax authority.
create table efactura_authorisations (
  company_id bigint primary key references companies on delete cascade,
  -- The approved CUI it was given for; documents of another one do not go with it.
  cui text not null,
  -- revoked: the tax authority does not accept the tokens any more; refused: an authorisation was begun and not given.
  state text not null check (state in ('active', 'revoked', 'refused')),
  -- Sealed.
  access_token text,
  refresh_token text,
  access_expires_at timestamptz,
  refresh_expires_at timestamptz,
  -- When the access token is renewed, or tried again to be; null: somebody has to authorise again.
  refresh_due_at timestamptz,
  granted_at timestamptz,
  authorised_by bigint references users on delete set null,
  authorised_at timestamptz not null,
  check (state = 'refused' or (access_token is not null and access_expires_at is not null and granted_at is not null)),
  check (refresh_due_at is null or (refresh_token is not null and refresh_expires_at is not null))
);
create index efactura_authorisations_due on efactura_authorisations (refresh_due_at) where refresh_due_at is not null;
create index efactura_authorisations_authorised_by on efactura_authorisations (authorised_by) where authorised_by is not null;

-- An authorisation that was begun: its state is used once, by the session that began it.
create table efactura_authorisation_requests (
  state_hash bytea primary key,
  company_id bigint not null references companies on delete cascade,
  user_id bigint not null references users on delete cascade,
  token_id bigint not null references access_tokens on delete cascade,
  expires_at timestamptz not null
);
create index efactura_authorisation_requests_company on efactura_authorisation_requests (company_id);
create index efactura_authorisation_requests_user on efactura_authorisation_requests (user_id);
create index efactura_authorisation_requests_token on efactura_authorisation_requests (token_id);

alter table filings drop constraint filings_reason_check;
alter table filings add constraint filings_reason_check
  check (reason in ('refused', 'unauthorised', 'unreachable', 'processing', 'cui_unproved', 'no_authorisation'));
