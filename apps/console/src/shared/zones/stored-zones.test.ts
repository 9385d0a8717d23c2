import { expect, test } from 'vitest'
import { readHiddenZones } from './stored-zones.ts'

test.each([
  ['nothing stored', null, []],
  ['two zones', '[3,7]', [3, 7]],
  ['no array', '{"3":true}', []],
  ['strings among the numbers', '[3,"7",null,1.5]', [3]],
  ['truncated JSON', '[3,', []],
])('%s', (_what, stored, hidden) => expect([...readHiddenZones(stored)]).toEqual(hidden))
