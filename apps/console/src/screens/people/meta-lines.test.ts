import { expect, test } from 'vitest'
import { type Line, linesOver } from './meta-lines.ts'

const line = (key: string, value: string): Line => ({ key, value, isSecret: false, isKept: false })
const BEFORE = [line('app', '1'), line('lang', 'ro'), line('phone', 'A')]

test.each<{ what: string; typed: Line[]; now: Line[]; shown: Line[] }>([
  {
    what: 'what is typed stays, the rest is theirs',
    typed: [line('app', '2'), line('lang', 'ro'), line('phone', 'A')],
    now: [line('app', '1'), line('lang', 'en'), line('phone', 'A'), line('key', 'x')],
    shown: [line('app', '2'), line('lang', 'en'), line('phone', 'A'), line('key', 'x')],
  },
  {
    what: 'a line both changed is mine',
    typed: [line('app', '2'), line('lang', 'ro'), line('phone', 'A')],
    now: [line('app', '3'), line('lang', 'ro'), line('phone', 'A')],
    shown: [line('app', '2'), line('lang', 'ro'), line('phone', 'A')],
  },
  {
    what: 'what I removed stays removed, unless they changed it',
    typed: [line('phone', 'A')],
    now: [line('app', '3'), line('lang', 'ro'), line('phone', 'A')],
    shown: [line('app', '3'), line('phone', 'A')],
  },
  {
    what: 'what they removed is gone, unless I changed it',
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
])('properties typed while somebody else saves: $what', ({ typed, now, shown }) => {
  expect(linesOver(BEFORE, typed, now)).toEqual(shown)
})
