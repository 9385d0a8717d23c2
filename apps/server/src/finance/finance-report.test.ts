import { expect, test } from 'vitest'
import { aReportRoom } from '../reports/testing/a-report-room.ts'
import { aServer } from '../testing/a-server.ts'

test('the file of the finance report follows the column the table is sorted by; an unknown column is refused', async () => {
  await using server = await aServer()
  const room = await aReportRoom(server)
  for (const [day, costBani] of [
    ['02-28', 30_00],
    ['03-01', 90_00],
    ['03-02', 60_00],
  ] as const) {
    await room.order({ at: `2026-${day}T10:00:00Z`, costBani })
  }
  await server.db.updateTable('orders').set({ processed_by_company_id: room.companyId }).execute()
  const file = (sort: string) => {
    const period = 'date_from=2026-02-27 22:00:00&date_to=2026-03-02 22:00:00'
    return server.inject({
      url: encodeURI(`/api/finances/reports/export?${period}&group=day${sort}`),
      headers: { authorization: `Bearer ${room.manager}` },
    })
  }
  const costs = async (sort: string) => {
    const lines = (await file(sort)).body.trim().split('\r\n').slice(1)
    return lines.map((line) => line.split(';')[2])
  }
  expect(await costs('')).toEqual(['60', '90', '30'])
  expect(await costs('&sort=cost')).toEqual(['30', '60', '90'])
  expect(await costs('&sort=-cost')).toEqual(['90', '60', '30'])
  expect(await costs('&sort=label')).toEqual(['30', '90', '60'])
  expect((await file('&sort=company_name')).statusCode).toBe(422)
})
