import { erasePersonalData } from '@dispecerat/contract/office/personal-data'
import { cancelOrder } from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aPhone, createFixture } from '../../orders/testing/order-fixture.ts'
import { aUser } from '../../testing/builders.ts'

test('a client with hundreds of orders and calls is erased in transactions of at most 200 rows', async () => {
  await using fixture = await createFixture()
  const { server, companyId } = fixture
  const phone = aPhone()
  const { id } = await fixture.place({ client_phone: phone, client_name: 'Hotel Canaru' })
  expect((await server.request(cancelOrder, { params: { id }, body: {} }, fixture.dispatcher)).status).toBe(200)
  await sql`
    insert into orders select (jsonb_populate_record(one, jsonb_build_object('id', one.id + n))).*
    from orders as one cross join generate_series(1, 449) as n where one.id = ${id}
  `.execute(server.db)
  const at = server.clock.now()
  await sql`
    insert into calls (company_id, phone, state, rang_at, ended_at)
    select ${companyId}, ${phone}, 'ended', ${at}::timestamptz, ${at}::timestamptz from generate_series(1, 450)
  `.execute(server.db)
  for (const table of ['orders', 'calls']) {
    await sql`create table ${sql.id(`${table}_of_transactions`)} (transaction_id xid8, rows integer)`.execute(server.db)
    await sql`
      create function ${sql.id(`count_${table}`)}() returns trigger language plpgsql as $$
      begin
        insert into ${sql.id(`${table}_of_transactions`)} select pg_current_xact_id(), count(*) from changed;
        return null;
      end $$
    `.execute(server.db)
    await sql`
      create trigger count_changed after update on ${sql.id(table)} referencing new table as changed
      for each statement execute function ${sql.id(`count_${table}`)}()
    `.execute(server.db)
  }
  const boss = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })).email)
  const { client_id: clientId } = await server.db
    .selectFrom('orders')
    .select('client_id')
    .where('id', '=', asId<OrderId>(id))
    .executeTakeFirstOrThrow()
  const answer = await server.request(erasePersonalData, { params: { id: Number(clientId) }, body: {} }, boss)
  expect(answer.reply.data.removed).toMatchObject({ orders: 450, calls: 450 })
  const left = sql`select from orders where client_phone = ${phone} union all select from calls where phone = ${phone}`
  expect((await left.execute(server.db)).rows).toEqual([])
  for (const table of ['orders', 'calls']) {
    const { rows } = await sql<{ max: number }>`
      select max(rows)::integer as max from ${sql.id(`${table}_of_transactions`)}
    `.execute(server.db)
    expect(rows[0]?.max).toBe(200)
  }
})
