/** Spellings that sound the same to who writes down what a caller says; applied in this order to a folded word. */
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

/** A key that words which sound alike share: 'kogalniceanu' and 'cogalniceanu', 'tîmpei' and 'timpei'. */
export function soundOf(word: string): string {
  return SOUNDS.reduce((said, [written, sound]) => said.replace(written, sound), word)
}

/** 1 for the same word, less for a beginning of it, less again for what sounds like it or holds one or two typing errors; else 0. */
export function likeness(typed: string, word: string): number {
  if (typed === word) return 1
  if (word.startsWith(typed)) return 0.75 + (0.2 * typed.length) / word.length
  if (typed.length < 4 || word.length < 3 || /^\d/.test(typed)) return 0
  const whole = typingErrors(typed, word)
  if (whole <= 1) return typed.length === 4 ? 0.78 : 0.84
  const [heard, said] = [soundOf(typed), soundOf(word)]
  if (heard === said) return 0.82
  if (typed.length >= 6) {
    if (whole === 2) return 0.66
    if (said.length >= 5 && typingErrors(heard, said) === 1) return 0.62
  }
  if (word.length <= typed.length) return 0
  const beginning = Math.min(...[-1, 0, 1].map((more) => typingErrors(typed, word.slice(0, typed.length + more))))
  if (beginning <= 1) return typed.length >= 5 ? 0.7 : 0.5
  return beginning === 2 && typed.length >= 8 ? 0.55 : 0
}

/** Letters wrong, missing, extra or swapped with the next; 3 means "three or more". */
function typingErrors(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  let twoBack: number[] = []
  let before = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      const plain = Math.min((before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (before[j - 1] ?? 0) + same)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (twoBack[j - 2] ?? 0) + 1 : 3
      row.push(Math.min(plain, swapped))
    }
    if (Math.min(...row) > 2) return 3
    twoBack = before
    before = row
  }
  return Math.min(3, before[b.length] ?? 3)
}
