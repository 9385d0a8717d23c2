import { describe, expect, test } from 'vitest'
import { defaultInput, readInput, windowState } from './priority-form.ts'

const signOf = (id: string) => (id === '4' ? 'XXX' : `1${id}`)
const input = { from: '2026-11-21 14:30:00', to: '2026-11-21 16:00:00', driverIds: ['1', '4'] }

describe('the input of a priority window', () => {
  test('is sent as UTC, with the call signs', () => {
    expect(readInput(input, signOf)).toEqual({
      body: {
        from: '2026-11-21 12:30:00',
        to: '2026-11-21 14:00:00',
        users: [
          { id: 1, indicativ: '11' },
          { id: 4, indicativ: 'XXX' },
        ],
      },
    })
  })

  test('may leave out seconds and a leading zero', () => {
    const loose = { ...input, from: ' 2026-11-21 9:05 ' }
    expect(readInput(loose, signOf)).toMatchObject({ body: { from: '2026-11-21 07:05:00' } })
  })

  test.each([
    ['no date', { from: 'mâine' }, ['from']],
    ['a day that does not exist', { to: '2026-02-31 10:00:00' }, ['to']],
    ['an end before the start', { to: '2026-11-21 14:29:59' }, ['to']],
    ['an end at the start', { to: input.from }, ['to']],
    ['no driver', { driverIds: [] }, ['users']],
    ['no valid field', { from: '', to: '', driverIds: [] }, ['from', 'to', 'users']],
  ])('with %s is marked', (_, wrong, fields) => {
    const read = readInput({ ...input, ...wrong }, signOf)
    expect(Object.keys('problems' in read ? read.problems : {})).toEqual(fields)
  })

  test('begins now and lasts two hours by default', () => {
    expect(defaultInput(new Date('2026-11-21T12:00:00Z'))).toMatchObject({
      from: '2026-11-21 14:00:00',
      to: '2026-11-21 16:00:00',
    })
  })
})

test.each([
  ['2026-11-21T11:59:59Z', 'next'],
  ['2026-11-21T12:00:00Z', 'now'],
  ['2026-11-21T13:59:59Z', 'now'],
  ['2026-11-21T14:00:00Z', 'past'],
])('at %s the window is %s', (now, state) => {
  expect(windowState({ from: '2026-11-21 12:00:00', to: '2026-11-21 14:00:00' }, Date.parse(now))).toBe(state)
})
