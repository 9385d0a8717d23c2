-- A company whose type contains 'delivery' delivers; those that signed up were of types of their own.
update companies set type = 'delivery' where package_id in (2, 3) and type not like '%delivery%';
