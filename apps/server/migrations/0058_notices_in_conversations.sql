-- What the house told a driver by itself (papers, balance) stood in no conversation, so his phone never found it again.
insert into conversations (company_id, interlocutor_id)
select distinct company_id, receiver_id from messages
where type = 'system' and conversation_id is null and company_id is not null and receiver_id is not null
on conflict (company_id, interlocutor_id) where interlocutor_id is not null do nothing;

update messages set conversation_id = conversations.id from conversations
where messages.type = 'system' and messages.conversation_id is null
  and conversations.company_id = messages.company_id and conversations.interlocutor_id = messages.receiver_id;
