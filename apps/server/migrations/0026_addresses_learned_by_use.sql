-- How often a company's clients were fetched from a place of the map: 'gz_7_12a' counts for the street gz_7. Ranks what is suggested.

create index saved_addresses_places on saved_addresses
  ((coalesce(substring(place_id from '^gz_[0-9]+'), place_id)), company_id)
  where deleted_at is null and place_id is not null;
