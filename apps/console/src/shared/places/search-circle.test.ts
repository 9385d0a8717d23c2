import { describe, expect, test } from 'vitest'
import { newerCircle, olderCircle } from './search-circle.ts'

const IASI = { lat: 47.15, lng: 27.59, zoom: 13 }
const COUNTRY = { lat: 45.9432, lng: 24.9668, zoom: 7 }
const TAXI = { id: 1, name: 'Taxi', package_id: 1, type: 'taxi', lat: 47.15, lng: 27.59 }

describe('the area of an address search', () => {
  test('is 50 km around the company, with nearer results first in the older service', () => {
    const asker = { map: IASI, roles: ['dispatcher' as const], companies: [TAXI] }
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

  test('is set by the server for users of companies in several towns', () => {
    const elsewhere = { ...TAXI, id: 2, lat: 45.65, lng: 25.6 }
    const asker = { map: IASI, roles: ['dispatcher' as const], companies: [TAXI, elsewhere] }
    expect([newerCircle(asker), olderCircle(asker)]).toEqual([{}, { strictbounds: 'true' }])
    const unplaced = { ...TAXI, id: 3, lat: null, lng: null }
    expect(olderCircle({ ...asker, companies: [TAXI, unplaced] })).toMatchObject({ radius: '50000' })
  })

  test('is the whole country for users who see every company, because no town is within 50 km of its middle', () => {
    const asker = { map: COUNTRY, roles: ['admin' as const], companies: [] }
    expect([newerCircle(asker), olderCircle(asker)]).toEqual([{}, {}])
  })
})
