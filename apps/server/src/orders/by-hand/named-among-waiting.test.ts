import { expect, test } from 'vitest'
import { createSearchFixture } from '../../testing/search-fixture.ts'
import { assign, idOf, RADIUS, ringing } from '../testing/by-hand.ts'

test('a named driver who must accept rings for the named order, however many older orders wait for drivers', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [RADIUS] })
  await fixture.server.db.updateTable('company_settings').set({ named_driver_confirms: true }).execute()
  const first = await fixture.place()
  await fixture.pass(1)
  await fixture.place()
  await fixture.pass(1)
  const named = await fixture.place()
  expect(await ringing(fixture, first)).toEqual([idOf(fixture, 0)])
  await assign(fixture, named, idOf(fixture, 0))
  expect(await ringing(fixture, named)).toEqual([idOf(fixture, 0)])
})
