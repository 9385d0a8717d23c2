/** Letters beside each other on a Romanian or English keyboard. */
const KEY_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** Spellings of a name that was only heard; applied to the folded name, the first that fits at a drawn place. */
const MISHEARD: readonly (readonly [said: string, written: string])[] = [
  ['ch', 'k'],
  ['x', 'cs'],
  ['ph', 'f'],
  ['th', 't'],
  ['ii', 'i'],
  ['ie', 'e'],
  ['ea', 'ia'],
  ['ai', 'ay'],
  ['v', 'w'],
  ['z', 's'],
  ['nd', 'n'],
  ['mb', 'nb'],
  ['ss', 's'],
  ['ll', 'l'],
  ['h', ''],
  ['u', 'o'],
]

type Random = () => number

/** One typing error (neighbouring key, two letters swapped, one missing, one doubled) or mishearing in a folded word. */
export function misspelt(word: string, random: Random): string {
  const draw = random()
  if (draw < 0.22) return swapped(word, random)
  if (draw < 0.44) return without(word, random)
  if (draw < 0.62) return withNeighbour(word, random)
  if (draw < 0.76) return doubled(word, random)
  return misheard(word, random) ?? swapped(word, random)
}

function placeIn(word: string, random: Random): number {
  return Math.floor(random() * word.length)
}

function swapped(word: string, random: Random): string {
  const at = Math.min(placeIn(word, random), word.length - 2)
  return `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`
}

function without(word: string, random: Random): string {
  const at = placeIn(word, random)
  return word.slice(0, at) + word.slice(at + 1)
}

function doubled(word: string, random: Random): string {
  const at = placeIn(word, random)
  return word.slice(0, at + 1) + word.slice(at)
}

function withNeighbour(word: string, random: Random): string {
  const at = placeIn(word, random)
  const row = KEY_ROWS.find((keys) => keys.includes(word[at] ?? '')) ?? ''
  const key = row.indexOf(word[at] ?? '') + (random() < 0.5 ? -1 : 1)
  return `${word.slice(0, at)}${row[key] ?? row[1] ?? ''}${word.slice(at + 1)}`
}

function misheard(word: string, random: Random): string | null {
  const fitting = MISHEARD.filter(([spoken]) => word.includes(spoken))
  const [spoken, written] = fitting[Math.floor(random() * fitting.length)] ?? []
  return spoken === undefined || written === undefined ? null : word.replace(spoken, written)
}
