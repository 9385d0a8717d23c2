-- The roads of an imported map as one run of bytes (typed arrays of the routing engine), in parts. They belong to their map
-- and go with it; a running server loads those of the map that is live.

create table road_graph_parts (
  dataset_id bigint not null references map_datasets on delete cascade,
  part integer not null,
  bytes bytea not null,
  primary key (dataset_id, part)
);
-- Read whole at a start; unpacking them would only cost time.
alter table road_graph_parts alter column bytes set storage external;
