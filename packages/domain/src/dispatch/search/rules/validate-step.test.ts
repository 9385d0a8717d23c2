import { expect, test } from 'vitest'
import { FieldErrors } from '../../../kernel/errors.ts'
import { NOTIFICATION_METHODS, SEARCH_TYPES, type SearchStep, STEP_DEFAULTS } from '../../search-rules.ts'
import { validateStep } from './validate-step.ts'

function complaints(rules: Partial<SearchStep>, path?: string): Record<string, string[]> {
  try {
    validateStep({ ...STEP_DEFAULTS, ...rules }, path)
    return {}
  } catch (error) {
    if (error instanceof FieldErrors) return error.fields
    throw error
  }
}
const bans = (rules: Partial<SearchStep['banConditions']>) => ({
  banConditions: { ...STEP_DEFAULTS.banConditions, ...rules },
})

test.each<[string, Partial<SearchStep>, string[]]>([
  ['the defaults', {}, []],
  ['the shortest and fewest', { searchSeconds: 1, searchLimit: 1 }, []],
  ['the longest and most', { searchSeconds: 600, searchLimit: 500 }, []],
  ['no time', { searchSeconds: 0 }, ['search_time']],
  ['over ten minutes', { searchSeconds: 601 }, ['search_time']],
  ['half a second', { searchSeconds: 1.5 }, ['search_time']],
  ['not a number', { searchSeconds: Number.NaN }, ['search_time']],
  ['no drivers', { searchLimit: 0 }, ['search_limit']],
  ['501 drivers', { searchLimit: 501 }, ['search_limit']],
  ['49 metres', { searchType: 'by_radius', searchLimit: 49 }, ['search_limit']],
  ['50 metres', { searchType: 'by_radius', searchLimit: 50 }, []],
  ['100 km', { searchType: 'by_route', searchLimit: 100_000 }, []],
  ['over 100 km', { searchType: 'by_route', searchLimit: 100_001 }, ['search_limit']],
  ['a ban from place 0', bans({ drivers: { from: 0, to: 1 } }), ['ban_conditions.drivers.from']],
  ['a ban to a place before its first', bans({ drivers: { from: 3, to: 2 } }), ['ban_conditions.drivers.to']],
  [
    'a ban after no miss, at once',
    bans({ count: 0, resetInterval: 0 }),
    ['ban_conditions.count', 'ban_conditions.reset_interval'],
  ],
  ['the smallest groups', { stagger: { drivers: 1, seconds: 1 } }, []],
  ['the largest groups', { stagger: { drivers: 50, seconds: 60 } }, []],
  ['groups of nobody, at once', { stagger: { drivers: 0, seconds: 0 } }, ['stagger.drivers', 'stagger.seconds']],
  ['groups too large and too slow', { stagger: { drivers: 51, seconds: 61 } }, ['stagger.drivers', 'stagger.seconds']],
  ['groups in a rotation', { stagger: { drivers: 1, seconds: 1 }, notificationMethod: 'by_rotation' }, ['stagger']],
  ['a stand step in metres', { searchType: 'by_near_stand', searchLimit: 49 }, ['search_limit']],
  ['near zones count drivers', { searchType: 'by_near_zone', searchLimit: 501 }, ['search_limit']],
])('%s', (_case, rules, fields) => expect(Object.keys(complaints(rules))).toEqual(fields))

test('every type goes with every method', () => {
  for (const searchType of SEARCH_TYPES) {
    for (const notificationMethod of NOTIFICATION_METHODS) {
      const step = { ...STEP_DEFAULTS, searchType, notificationMethod, searchLimit: 100 }
      expect(complaints(step)).toEqual({})
    }
  }
})

test('the message is in Romanian, at the path of the form', () => {
  expect(complaints({ searchSeconds: 0 }, 'definitions.2.')).toEqual({
    'definitions.2.search_time': ['Timpul de căutare trebuie să fie un număr întreg între 1 și 600 de secunde.'],
  })
})
