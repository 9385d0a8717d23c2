import { expect, test } from 'vitest'
import { type Game, MOVES, type Move, moveOf, NEW_GAME, play, winner } from './mini-game-rules.ts'

const cases: [Move, Move, 'me' | 'them' | 'nobody'][] = [
  ['rock', 'rock', 'nobody'],
  ['rock', 'paper', 'them'],
  ['rock', 'scissors', 'me'],
  ['paper', 'rock', 'me'],
  ['paper', 'paper', 'nobody'],
  ['paper', 'scissors', 'them'],
  ['scissors', 'rock', 'them'],
  ['scissors', 'paper', 'me'],
  ['scissors', 'scissors', 'nobody'],
]

test.each(cases)('%s against %s: the point goes to %s', (mine, theirs, taken) => {
  const after = play(NEW_GAME, mine, theirs)
  expect(after.last).toEqual({ mine, theirs, taken })
  expect([after.mine, after.theirs]).toEqual([Number(taken === 'me'), Number(taken === 'them')])
})

test('a tie scores nothing, and the first side with two points wins', () => {
  let game: Game = NEW_GAME
  for (const [mine, theirs, left] of [
    ['rock', 'rock', null],
    ['rock', 'scissors', null],
    ['rock', 'paper', null],
    ['paper', 'paper', null],
    ['scissors', 'paper', 'me'],
  ] as const) {
    game = play(game, mine, theirs)
    expect(winner(game)).toBe(left)
  }
  expect(game).toMatchObject({ mine: 2, theirs: 1 })
})

test('nothing changes after the end until a new game begins', () => {
  const lost = play(play(NEW_GAME, 'rock', 'paper'), 'rock', 'paper')
  expect(winner(lost)).toBe('them')
  expect(play(lost, 'rock', 'scissors')).toBe(lost)
})

test('the computer plays each move equally often', () => {
  const thrown = Array.from({ length: 300 }, (_, i) => moveOf(i / 300))
  for (const move of MOVES) expect(thrown.filter((one) => one === move)).toHaveLength(100)
  expect(moveOf(0.999999)).toBe('scissors')
})
