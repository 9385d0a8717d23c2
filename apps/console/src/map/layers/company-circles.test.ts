import { metresBetween } from '@dispecerat/domain/kernel/geo'
import { expect, test } from 'vitest'
import { companyCircles } from './company-circles.ts'

const BRASOV = { name: 'Taxi Brașov', lat: 45.6464, lng: 25.627 }
const IASI = { name: 'Taxi Iași', lat: 47.15, lng: 27.59 }
const NOWHERE = { name: 'Taxi fără loc', lat: null, lng: null }

test('every visible company has a circle of 1500 m, labelled with its name', () => {
  const { rings, names } = companyCircles([BRASOV, NOWHERE, IASI])
  const centres = [BRASOV, IASI]
  expect(rings.features).toHaveLength(centres.length)
  for (const [n, { geometry }] of rings.features.entries()) {
    const { lat, lng: long } = centres[n] ?? BRASOV
    const away = geometry.coordinates.map(([x, y]) => metresBetween({ lat, long }, { lat: y, long: x }))
    expect(Math.min(...away)).toBeGreaterThan(1490)
    expect(Math.max(...away)).toBeLessThan(1510)
  }
  expect(names.features.map(({ properties }) => properties.name)).toEqual(['Taxi Brașov', 'Taxi Iași'])
  for (const [n, { geometry }] of names.features.entries()) {
    const [long, lat] = geometry.coordinates
    expect(lat).toBeGreaterThan(centres[n]?.lat ?? 90)
    expect(long).toBeCloseTo(centres[n]?.lng ?? 0)
  }
})

test('companies in one building share a circle with both names', () => {
  const { rings, names } = companyCircles([BRASOV, { ...BRASOV, name: 'Curier Brașov' }, IASI])
  expect(rings.features).toHaveLength(2)
  expect(names.features.map(({ properties }) => properties.name)).toEqual(['Taxi Brașov\nCurier Brașov', 'Taxi Iași'])
})

test('a single company has no name on its circle, and one without a position has no circle', () => {
  const { rings, names } = companyCircles([BRASOV, NOWHERE])
  expect(rings.features).toHaveLength(1)
  expect(names.features).toEqual([])
})
