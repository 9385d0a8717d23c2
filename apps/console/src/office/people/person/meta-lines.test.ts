import { expect, test } from 'vitest'
import { type Line, linesOver } from './meta-lines.ts'

const line = (key: string, value: string): Line => ({ key, value, isSecret: false, isKept: false })
const BEFORE = [line('app', '1'), line('lang', 'ro'), line('phone', 'A')]

test.each<{ what: string; typed: Line[]; now: Line[]; shown: Line[] }>([
  {
    what: 'local changes stay, all other lines are the server’s',
    typed: [line('app', '2'), line('lang', 'ro'), line('phone', 'A')],
    now: [line('app', '1'), line('lang', 'en'), line('phone', 'A'), line('key', 'x')],
    shown: [line('app', '2'), line('lang', 'en'), line('phone', 'A'), line('key', 'x')],
  },
  {
    what: 'a line changed by both keeps the local change',
    typed: [line('app', '2'), line('lang', 'ro'), line('phone', 'A')],
    now: [line('app', '3'), line('lang', 'ro'), line('phone', 'A')],
    shown: [line('app', '2'), line('lang', 'ro'), line('phone', 'A')],
  },
  {
    what: 'a line removed here stays removed, unless it was changed there',
    typed: [line('phone', 'A')],
    now: [line('app', '3'), line('lang', 'ro'), line('phone', 'A')],
    shown: [line('app', '3'), line('phone', 'A')],
  },
  {
    what: 'a line removed there is gone, unless it was changed here',
    typed: [line('app', '1'), line('lang', 'en'), line('phone', 'A')],
    now: [line('phone', 'A')],
    shown: [line('phone', 'A'), line('lang', 'en')],
  },
  {
    what: 'lines without a name yet stay',
    typed: [...BEFORE, line('', 'half')],
    now: BEFORE,
    shown: [...BEFORE, line('', 'half')],
  },
])('properties edited while another user saves: $what', ({ typed, now, shown }) => {
  expect(linesOver(BEFORE, typed, now)).toEqual(shown)
})
