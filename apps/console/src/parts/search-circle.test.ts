import { describe, expect, test } from 'vitest'
import { newerCircle, olderCircle } from './search-circle.ts'

const IASI = { lat: 47.15, lng: 27.59, zoom: 13 }
const COUNTRY = { lat: 45.9432, lng: 24.9668, zoom: 7 }

describe('addresses are looked for', () => {
  test('within 50 km of the company, by the older service nearer ones first', () => {
    const asker = { map: IASI, roles: ['dispatcher' as const] }
    expect(JSON.parse(newerCircle(asker).locationRestriction ?? '')).toEqual({
      circle: { center: { latitude: 47.15, longitude: 27.59 }, radius: 50_000 },
    })
    expect(olderCircle(asker)).toEqual({
      location: '47.15,27.59',
      radius: '50000',
      strictbounds: 'true',
      locationbias: 'circle:25000@47.15,27.59',
    })
  })

  test('in the whole country by who sees every company: no town lies 50 km around its middle', () => {
    const asker = { map: COUNTRY, roles: ['admin' as const] }
    expect([newerCircle(asker), olderCircle(asker)]).toEqual([{}, {}])
  })
})
