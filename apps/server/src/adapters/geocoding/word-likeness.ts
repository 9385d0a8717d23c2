/** Spellings that sound the same when a caller's words are written down; applied in this order to a folded word. */
const SOUNDS: readonly (readonly [written: RegExp, said: string])[] = [
  [/ck|qu?|ch|k/g, 'c'],
  [/x/g, 'cs'],
  [/ph/g, 'f'],
  [/sh|sch/g, 's'],
  [/tz|th/g, 't'],
  [/w/g, 'v'],
  [/y|j(?=[bcdfglmnprstvz])/g, 'i'],
  [/z/g, 's'],
  [/h/g, ''],
  [/i?e(?=a)|i(?=[aeo])/g, ''],
  [/n(?=[bp])/g, 'm'],
  [/(.)\1+/g, '$1'],
]

/** Size of the cache: a city has few words, and each typed letter needs them again. */
const MAX_KNOWN_SOUNDS = 200_000
const knownSounds = new Map<string, string>()

/** A key shared by words that sound alike: 'kogalniceanu' and 'cogalniceanu', 'tîmpei' and 'timpei'. */
export function soundOf(word: string): string {
  const known = knownSounds.get(word)
  if (known !== undefined) return known
  const wordSound = SOUNDS.reduce((so, [written, sound]) => so.replace(written, sound), word)
  if (knownSounds.size >= MAX_KNOWN_SOUNDS) knownSounds.clear()
  knownSounds.set(word, wordSound)
  return wordSound
}

/** 1 for the same word, less for its prefix, less again for a word that sounds alike or has one or two typing errors; else 0. */
export function likeness(typed: string, word: string): number {
  if (typed === word) return 1
  if (word.startsWith(typed)) return 0.75 + (0.2 * typed.length) / word.length
  if (typed.length < 4 || word.length < 3 || /^\d/.test(typed)) return 0
  const whole = typingErrors(typed, word)
  if (whole <= 1) return typed.length === 4 ? 0.78 : 0.84
  const [typedSound, wordSound] = [soundOf(typed), soundOf(word)]
  if (typedSound === wordSound) return 0.82
  if (typed.length >= 6) {
    if (whole === 2) return 0.66
    if (wordSound.length >= 5 && typingErrors(typedSound, wordSound) === 1) return 0.62
  }
  if (word.length <= typed.length) return 0
  const beginning = Math.min(...[-1, 0, 1].map((more) => typingErrors(typed, word.slice(0, typed.length + more))))
  if (beginning <= 1) return typed.length >= 5 ? 0.7 : 0.5
  return beginning === 2 && typed.length >= 8 ? 0.55 : 0
}

/** No word of a map is longer. */
const LONGEST = 100
const FAR = 3
let rows: [Uint8Array, Uint8Array, Uint8Array] = [newRow(), newRow(), newRow()]

function newRow(): Uint8Array {
  return new Uint8Array(LONGEST + 4)
}

/**
 * Number of letters that are wrong, missing, extra or swapped with the next; 3 means "three or more". Computes only pairs that may still
 * end below.
 */
function typingErrors(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2 || a.length > LONGEST || b.length > LONGEST) return FAR
  let [twoBack, before, row] = rows
  for (let j = 0; j <= b.length; j++) before[j] = Math.min(j, FAR)
  for (let i = 1; i <= a.length; i++) {
    const [from, to] = [Math.max(1, i - 2), Math.min(b.length, i + 2)]
    let min = from === 1 ? Math.min(i, FAR) : FAR
    row[from - 1] = min
    for (let j = from; j <= to; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let errors = Math.min((before[j] ?? FAR) + 1, (row[j - 1] ?? FAR) + 1, (before[j - 1] ?? FAR) + same, FAR)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) errors = Math.min(errors, (twoBack[j - 2] ?? FAR) + 1)
      row[j] = errors
      if (errors < min) min = errors
    }
    row[to + 1] = FAR
    if (min >= FAR) return FAR
    ;[twoBack, before, row] = [before, row, twoBack]
  }
  rows = [twoBack, before, row]
  return before[b.length] ?? FAR
}
