import { afterAll, expect, test } from 'vitest'
import { createFixture } from '../../orders/testing/order-fixture.ts'
import { SYSTEM } from '../db/actor.ts'
import { audited } from './audit.public.ts'

const fixture = await createFixture()
const { server, companyId } = fixture
afterAll(() => server.stop())

const recordLampChange = audited({
  entity: 'lamp',
  fields: ({ name }: { name: string; isOn: boolean }) => ({ name }),
  listEvent: (id) => ({ event: 'cars_changed', toCompanies: [id], data: {} }),
})
const change = (before: { name: string; isOn: boolean }, after: { name: string; isOn: boolean }) =>
  server.db
    .transaction()
    .execute((tx) =>
      recordLampChange(tx, SYSTEM, { id: 7, companyId, action: 'changed', before, after }, server.clock.now()),
    )
const entries = () =>
  server.db.selectFrom('audit_log').select(['entity_id', 'before', 'after']).where('entity', '=', 'lamp').execute()
const events = () =>
  server.db.selectFrom('event_log').select(['to_companies', 'data']).where('event', '=', 'cars_changed').execute()

test('a change is recorded by its audited fields, and the lists of its company are notified', async () => {
  await change({ name: 'Ștefan', isOn: false }, { name: 'Ion', isOn: true })
  expect(await entries()).toEqual([{ entity_id: 7, before: { name: 'Ștefan' }, after: { name: 'Ion' } }])
  expect(await events()).toEqual([{ to_companies: [companyId], data: {} }])
})

test('a change of fields that are not audited only notifies the lists', async () => {
  await server.db.deleteFrom('audit_log').execute()
  await server.db.deleteFrom('event_log').execute()
  await change({ name: 'Ion', isOn: true }, { name: 'Ion', isOn: false })
  expect(await entries()).toEqual([])
  expect(await events()).toHaveLength(1)
})
