-- Streets, house numbers and places for address suggestions, and the tiles of the map. Everything belongs to one import
-- (map_datasets); exactly one is live, and switching is one small update.

create table map_datasets (
  id bigint generated always as identity primary key,
  name text not null,
  source text not null,
  schematic boolean not null,
  attribution text not null,
  west double precision not null,
  south double precision not null,
  east double precision not null,
  north double precision not null,
  state text not null check (state in ('loading', 'live', 'retired')),
  created_at timestamptz not null
);
create unique index map_datasets_one_live on map_datasets (state) where state = 'live';

-- One row per name of an entry: aliases repeat the entry, so that a search reads one table. The id is a digest of what
-- the entry is and survives a new import, because orders keep it in place_id.
create table gazetteer (
  dataset_id bigint not null references map_datasets,
  id bigint not null,
  kind text not null check (kind in ('street', 'place', 'stop', 'suburb', 'locality')),
  name text not null,
  type text not null,
  core text not null,
  detail text not null,
  locality text not null,
  lat double precision not null,
  long double precision not null,
  weight real not null,
  words tsvector not null,
  primary key (dataset_id, id, core)
);
create index gazetteer_words on gazetteer using gin (words);
create index gazetteer_core_trigrams on gazetteer using gin (core gin_trgm_ops);

-- Points along a street: house numbers and, with number null, samples of its line for reverse lookups.
create table gazetteer_spots (
  dataset_id bigint not null references map_datasets,
  street_id bigint not null,
  number integer,
  suffix text not null default '',
  bloc text,
  scara text,
  lat double precision not null,
  long double precision not null
);
create index gazetteer_spots_street on gazetteer_spots (dataset_id, street_id, number);
create index gazetteer_spots_point on gazetteer_spots (dataset_id, lat, long);

create table map_tiles (
  dataset_id bigint not null references map_datasets,
  z smallint not null,
  x integer not null,
  y integer not null,
  tile bytea not null,
  primary key (dataset_id, z, x, y)
);
-- Tiles are gzip already; a second compression only costs time.
alter table map_tiles alter column tile set storage external;
