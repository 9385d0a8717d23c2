-- What drivers said of a client, the newest first.
create index ratings_of_client on ratings (client_id, created_at desc, order_id desc) where direction = 'of_client';
