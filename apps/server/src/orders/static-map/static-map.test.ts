import { inflateSync } from 'node:zlib'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, anOrder, TOWN_SQUARE } from '../../testing/builders.ts'

let server: TestServer
let token: string
let orderId: OrderId
let otherTenantOrderId: OrderId

beforeAll(async () => {
  server = await aServer()
  const company = await aCompany(server)
  token = await server.logIn((await aDispatcher(server, company)).email)
  orderId = (await anOrder(server, { ...company, at: TOWN_SQUARE })).orderId
  otherTenantOrderId = (await anOrder(server, await aCompany(server))).orderId
})
afterAll(() => server.stop())

async function picture(url: string, as = token) {
  const answer = await server.inject({ method: 'GET', url, headers: { authorization: `Bearer ${as}` } })
  return { status: answer.statusCode, headers: answer.headers, png: answer.rawPayload }
}

/** Width, height and the number of different colours. */
function describePng(png: Buffer): { width: number; height: number; colours: number } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const data: Buffer[] = []
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  const bytes = inflateSync(Buffer.concat(data))
  const colours = new Set<number>()
  for (let at = 0; at + 4 <= bytes.length; at += 4) colours.add(bytes.readUInt32BE(at))
  return { width, height, colours: colours.size }
}

const PICKUP = `${TOWN_SQUARE.lat},${TOWN_SQUARE.long}`

describe('the picture of a route', () => {
  test('is a PNG of the requested size, cached for a day by the browser alone', async () => {
    const { status, headers, png } = await picture(`/api/static-map?pickup=${PICKUP}&dest=45.6605,25.6135&size=320x200`)
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'private, max-age=86400' })
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(describePng(png)).toMatchObject({ width: 320, height: 200 })
  })

  test('draws the markers where no map was loaded, one of them without a destination', async () => {
    const both = await picture(`/api/static-map?pickup=${PICKUP}&dest=45.6605,25.6135`)
    const alone = await picture(`/api/static-map?pickup=${PICKUP}`)
    expect(describePng(both.png)).toMatchObject({ width: 640, height: 320 })
    expect(describePng(both.png).colours).toBeGreaterThan(2)
    expect(alone.png.equals(both.png)).toBe(false)
  })

  test.each(['abc', '91,25', '45.6', '45.6,25.6;1', ''])('%j is no place', async (pickup) => {
    expect((await picture(`/api/static-map?pickup=${encodeURIComponent(pickup)}`)).status).toBe(422)
  })

  test.each(['0x0', '00x00', '640x00', '9999x9999', '640', '1281x100'])('%j is no size', async (size) => {
    expect((await picture(`/api/static-map?pickup=${PICKUP}&size=${size}`)).status).toBe(422)
  })

  test('of an order is requested by its number; another company’s order has none', async () => {
    const mine = await picture(`/api/orders/${orderId}/static-map?scheme=dark`)
    expect([mine.status, mine.headers['content-type']]).toEqual([200, 'image/png'])
    expect((await picture(`/api/orders/${otherTenantOrderId}/static-map`)).status).toBe(404)
  })

  test('requests without end are rate limited', async () => {
    const other = await server.logIn((await aDispatcher(server, await aCompany(server))).email)
    const statuses: number[] = []
    for (let n = 0; n < 121; n++)
      statuses.push((await picture(`/api/static-map?pickup=${PICKUP}&size=40x40`, other)).status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})
