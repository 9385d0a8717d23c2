import { expect, test } from 'vitest'
import { ProxyRefusals } from './proxy-refusals.ts'

function aCounter() {
  const counted: string[] = []
  const refusals = new ProxyRefusals({
    sipRefused: (why, method, count) =>
      counted.push([why, method, count].filter((message) => message !== undefined).join(' ')),
  })
  const follow = (table: Record<string, string>) => {
    counted.length = 0
    refusals.follow(new Map(Object.entries(table)))
    return counted
  }
  return follow
}

test('only refusals since the last reading are counted, floods by method', () => {
  const follow = aCounter()
  follow({ malformed: '7' })
  expect(follow({ malformed: '7' })).toEqual([])
  expect(follow({ malformed: '9', 'flood|INVITE': '20', stranger: '1' })).toEqual([
    'malformed 2',
    'flood INVITE 20',
    'stranger 1',
  ])
})

test('the first reading adds nothing and starts every counter at 0', () => {
  const begun = aCounter()({ malformed: '7' })
  expect(begun).toEqual(expect.arrayContaining(['malformed 0', 'stranger 0', 'flood INVITE 0']))
  expect(begun.filter((line) => !line.endsWith(' 0'))).toEqual([])
})

test('a restarted proxy starts at zero', () => {
  const follow = aCounter()
  follow({ malformed: '7', stranger: '3' })
  expect(follow({ malformed: '2' })).toEqual(['malformed 2'])
  expect(follow({ malformed: '2', stranger: '3' })).toEqual(['stranger 3'])
})

test('an unknown reason adds no metric', () => {
  const follow = aCounter()
  follow({})
  expect(follow({ invented: '5', 'flood|<script>': '4' })).toEqual(['flood 4'])
})
