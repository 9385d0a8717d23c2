import { expect, test } from 'vitest'
import { offeredOptions } from './offered-options.ts'

const option = (key: string, ...service_ids: number[]) => ({ key, name: key, service_ids })
const ALL = [
  option('pet', 1),
  option('luggage', 1),
  option('combi', 1),
  option('quiet'),
  option('air', 1),
  option('child', 1),
  option('door', 2, 3),
  option('cod', 2, 3),
  option('online', 1, 2, 3),
]
const keys = (serviceId: number, first?: string[]) => {
  const { inline, rest } = offeredOptions(ALL, serviceId, first)
  return [inline, rest].map((some) => some.map(({ key }) => key))
}

test('a ride shows the first five options of rides, the others in the list', () => {
  expect(keys(1)).toEqual([
    ['pet', 'luggage', 'combi', 'quiet', 'air'],
    ['child', 'online', 'door', 'cod'],
  ])
})
test('a courier order shows the options of couriers first', () => {
  expect(keys(2)[0]).toEqual(['quiet', 'door', 'cod', 'online', 'pet'])
})
test('the older form shows the options with its own labels first, whatever the service', () => {
  expect(keys(1, ['door', 'cod', 'online'])[0]).toEqual(['door', 'cod', 'online', 'pet', 'luggage'])
})
test('no option is lost and none is shown twice', () => {
  for (const service of [1, 2, 3, 9])
    expect(keys(service).flat().toSorted()).toEqual(ALL.map(({ key }) => key).toSorted())
})
test('five options need no second list', () => {
  expect(offeredOptions(ALL.slice(0, 5), 1).rest).toEqual([])
})
