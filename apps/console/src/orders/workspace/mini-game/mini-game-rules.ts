/* Not in its component's file, which exports only components: the unit test imports this. */

export const MOVES = ['rock', 'paper', 'scissors'] as const
export type Move = (typeof MOVES)[number]

export interface Game {
  mine: number
  theirs: number
  last: { mine: Move; theirs: Move; taken: 'me' | 'them' | 'nobody' } | null
}

export const NEW_GAME: Game = { mine: 0, theirs: 0, last: null }

const WINS = 2
const BEATS: Record<Move, Move> = { rock: 'scissors', paper: 'rock', scissors: 'paper' }

/** Plays one throw of each side; a tie scores nothing, and a finished game does not change. */
export function play(game: Game, mine: Move, theirs: Move): Game {
  if (winner(game) !== null) return game
  const taken = mine === theirs ? 'nobody' : BEATS[mine] === theirs ? 'me' : 'them'
  return {
    mine: game.mine + Number(taken === 'me'),
    theirs: game.theirs + Number(taken === 'them'),
    last: { mine, theirs, taken },
  }
}

/** The first side with two points. */
export function winner({ mine, theirs }: Game): 'me' | 'them' | null {
  if (mine >= WINS) return 'me'
  return theirs >= WINS ? 'them' : null
}

/** Each move with equal probability; `chance` is 0 ≤ x < 1. */
export function moveOf(chance: number): Move {
  return MOVES[Math.min(2, Math.floor(chance * MOVES.length))] ?? 'rock'
}
