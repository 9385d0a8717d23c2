import { asId, type DriverId, type StandId, type ZoneId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { Availability } from './availability.ts'

const DRIVER = asId<DriverId>(7)
const HERE = { point: { lat: 45.65, long: 25.6 }, zoneId: asId<ZoneId>(1), standId: null }
const north = (metres: number) => ({ lat: HERE.point.lat + metres / 111_195, long: HERE.point.long })

test('a free driver is announced in another zone, at a stand and 200 m farther, and not for every frame', () => {
  const availability = new Availability()
  const announced: DriverId[][] = []
  availability.on((driverIds) => announced.push([...driverIds]))
  const isAnnounced = (place: typeof HERE | { standId: StandId }) => {
    const before = announced.length
    availability.moved(DRIVER, { ...HERE, ...place })
    return announced.length > before
  }
  expect(isAnnounced(HERE)).toBe(true)
  expect(isAnnounced({ ...HERE, point: north(190) })).toBe(false)
  expect(isAnnounced({ ...HERE, point: north(210) })).toBe(true)
  expect(isAnnounced({ ...HERE, point: north(210), zoneId: asId<ZoneId>(2) })).toBe(true)
  expect(isAnnounced({ ...HERE, point: north(210), zoneId: asId<ZoneId>(2) })).toBe(false)
  expect(isAnnounced({ ...HERE, standId: asId<StandId>(4) })).toBe(true)
  expect(announced.flat().every((driverId) => driverId === DRIVER)).toBe(true)
})
