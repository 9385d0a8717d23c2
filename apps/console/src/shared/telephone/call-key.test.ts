import { expect, test } from 'vitest'
import { backtick, type CallKeyAct, type CallKeyFacts, fKey } from './call-key.ts'

const SIMPLE: CallKeyFacts = { lineAnswer: 'simple', workspace: 'operator', rings: false, hasCall: () => true }
const LINES: CallKeyFacts = { ...SIMPLE, lineAnswer: 'lines' }
const line = (n: number): CallKeyAct => ({ act: 'line', line: n })

test.each<[string, number, CallKeyFacts, CallKeyAct]>([
  ['simple: F1 answers a ringing call', 1, { ...SIMPLE, rings: true }, { act: 'answer' }],
  ['simple: F1 is line 1 while no call rings', 1, SIMPLE, line(1)],
  ['simple: F1 of an empty line does nothing', 1, { ...SIMPLE, hasCall: () => false }, { act: 'nothing' }],
  ['simple in the operator workspace: F2 does nothing', 2, SIMPLE, { act: 'nothing' }],
  ['simple in the operator workspace: F6 is the search', 6, SIMPLE, { act: 'let through' }],
  ['simple on v2: F2 is line 2', 2, { ...SIMPLE, workspace: 'v2' }, line(2)],
  ['simple on v2: F1 answers first', 1, { ...SIMPLE, workspace: 'v2', rings: true }, { act: 'answer' }],
  ['simple on v2: F6 is line 6 when it holds a call', 6, { ...SIMPLE, workspace: 'v2' }, line(6)],
  [
    'simple on v2: F6 of an empty line is the search',
    6,
    { ...SIMPLE, workspace: 'v2', hasCall: () => false },
    { act: 'let through' },
  ],
  ['lines: F1 is line 1 while a call rings', 1, { ...LINES, rings: true }, line(1)],
  ['lines: F9 is line 9', 9, LINES, line(9)],
  ['lines: F6 is line 6 when it holds a call', 6, LINES, line(6)],
  ['lines: F6 of an empty line is the search', 6, { ...LINES, hasCall: () => false }, { act: 'let through' }],
])('%s', (_name, n, facts, act) => expect(fKey(n, facts)).toEqual(act))

test('backtick answers in lines mode while a call rings, and is typed otherwise', () => {
  expect(backtick({ lineAnswer: 'lines', rings: true })).toEqual({ act: 'answer' })
  expect(backtick({ lineAnswer: 'lines', rings: false })).toEqual({ act: 'let through' })
  expect(backtick({ lineAnswer: 'simple', rings: true })).toEqual({ act: 'let through' })
})
