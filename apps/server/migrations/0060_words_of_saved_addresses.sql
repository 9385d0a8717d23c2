-- Saved addresses of clients have a word of their own; who was refused them by the word for a company's places stays refused.
insert into withheld_words (company_id, role, word)
select company_id, role, 'saved_addresses.edit' from withheld_words where word = 'addresses.edit'
on conflict do nothing;
