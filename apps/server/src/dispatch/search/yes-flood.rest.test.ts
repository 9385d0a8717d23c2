import { expect, test } from 'vitest'
import { createSearchFixture, expectInvariants } from '../../testing/search-fixture.ts'
import { acceptOutcome, manyDrivers, RADIUS, ringAt } from '../../testing/telephone/ringing-crowd.ts'

test('300 orders ring at 20 drivers each and all accept: one drives each order, no driver gets two', async () => {
  await using fixture = await createSearchFixture({ metres: [], steps: RADIUS, hasJobs: false })
  const { server, companyId } = fixture
  const drivers = await manyDrivers(server, companyId, 300 * 20)
  const orders = []
  for (let i = 0; i < 300; i++) orders.push(await ringAt(server, companyId, drivers.slice(i * 20, i * 20 + 20)))

  // A pool has ten connections: three orders at a time keep all of them busy.
  for (let i = 0; i < orders.length; i += 3) {
    const accepts = orders
      .slice(i, i + 3)
      .flatMap(({ orderId, driverIds }) => driverIds.map((id) => [id, orderId] as const))
    const answers = await Promise.all(accepts.map(([driverId, orderId]) => acceptOutcome(fixture, driverId, orderId)))
    expect(answers.filter((outcome) => outcome === 'won')).toHaveLength(3)
    expect(new Set(answers)).toEqual(new Set(['won', 'offer.taken']))
  }
  await expectInvariants(server)
}, 300_000)
