import { expect, test } from 'vitest'
import { readHiddenZones } from './stored-zones.ts'

test.each([
  ['nothing kept', null, []],
  ['two zones', '[3,7]', [3, 7]],
  ['no list', '{"3":true}', []],
  ['words among the numbers', '[3,"7",null,1.5]', [3]],
  ['half a word', '[3,', []],
])('%s', (_what, kept, hidden) => expect([...readHiddenZones(kept)]).toEqual(hidden))
