-- How far the nearest drivers beyond the limit of the step are: [{driverId, metres, isGuess}], nearest first. No query searches in it.
alter table search_rounds add column beyond json not null default '[]';
-- The router did not answer: route_metres is 1.3 times the straight line.
alter table search_offers add column route_is_guess boolean not null default false;
