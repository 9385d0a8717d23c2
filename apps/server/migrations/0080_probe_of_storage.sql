-- Written and rolled back to learn whether the database can write again after its disk was full. It never has rows.
create table storage_probe (
  filler text not null
);
