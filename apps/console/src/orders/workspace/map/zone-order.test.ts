import { expect, test } from 'vitest'
import { inOrder, named, soonInOrder, type ZoneCount } from './zone-order.ts'

const zone = (name: string, freeDrivers: number, busyDrivers: number): ZoneCount => ({
  polygonId: name.length,
  company_id: 1,
  name,
  freeDrivers,
  busyDrivers,
})
const ZONES = [zone('Zona 10', 0, 1), zone('Săcele', 0, 4), zone('Zona 2', 3, 0), zone('Astra', 3, 2)]
const names = (zones: ZoneCount[]) => zones.map(({ name }) => name)

test('by name: in Romanian order, numbers as numbers', () => {
  expect(names(inOrder(ZONES, 'name'))).toEqual(['Astra', 'Săcele', 'Zona 2', 'Zona 10'])
})

test('by need: zones without free drivers first, among them those with the most busy ones', () => {
  expect(names(inOrder(ZONES, 'need'))).toEqual(['Săcele', 'Zona 10', 'Astra', 'Zona 2'])
})

test('a zone is found without its diacritics; an empty search finds all', () => {
  expect(names(named(ZONES, ' sacele '))).toEqual(['Săcele'])
  expect(named(ZONES, 'xyz')).toEqual([])
  expect(named(ZONES, '')).toHaveLength(4)
})

test('in ten minutes: the largest shortage first, then the most waiting, then the fewest free', () => {
  const soon = (name: string, shortage: number, waiting: number, free_now: number) => ({
    polygonId: name.length,
    company_id: 1,
    name,
    free_now,
    free_soon: 0,
    usual_orders: null,
    waiting,
    shortage,
  })
  const zones = [soon('Astra', 0, 0, 2), soon('Noua', 0, 1, 5), soon('Schei', 2, 2, 0), soon('Gara', 0, 0, 1)]
  expect(soonInOrder(zones, 'need').map(({ name }) => name)).toEqual(['Schei', 'Noua', 'Gara', 'Astra'])
  expect(soonInOrder(zones, 'name').map(({ name }) => name)).toEqual(['Astra', 'Gara', 'Noua', 'Schei'])
})
