import { acceptOrder, finishTrip, startTrip } from '@dispecerat/contract/dispatch/driver'
import { NO_USER } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { createSearchFixture } from '../testing/search-fixture.ts'

test('a driver who ends a trip is idle from that moment on, behind those who have been idle longer', async () => {
  await using fixture = await createSearchFixture({
    metres: [100, 200],
    steps: [{ searchType: 'by_zone', searchOrderBy: 'by_idle_from' }],
  })
  const { server, drivers } = fixture
  const driver = drivers[0]
  const idleFrom = async () => {
    const status = server.db
      .selectFrom('driver_status')
      .select('idle_from')
      .where('driver_id', '=', driver?.driverId ?? NO_USER)
    return (await status.executeTakeFirstOrThrow()).idle_from
  }
  const params = { id: await fixture.place() }
  await server.request(acceptOrder, { params, body: {} }, driver?.token)
  expect(await idleFrom()).toBeNull()
  server.pass(30)
  await server.request(startTrip, { params }, driver?.token)
  await server.request(finishTrip, { params, body: { cost: 20 } }, driver?.token)
  expect(await idleFrom()).toEqual(server.clock.now())

  await fixture.settle()
  const offers = await fixture.offers(await fixture.place())
  expect(offers.map(({ driver_id }) => driver_id)).toEqual(drivers.map(({ driverId }) => driverId).toReversed())
})
