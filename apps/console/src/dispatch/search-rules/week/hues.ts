const HUES = 8
const taken = new Map<number, number>()

/** CSS class of an interval's colour, stable while the screen is open; null is the fallback. */
export function hueClass(id: number | null): string {
  return id === null ? 'rule-none' : `rule-${hueOf(id)}`
}

/** A saved interval keeps the colour it had before it got its id. */
export function inheritHue(from: number, to: number) {
  taken.set(to, hueOf(from))
}

function hueOf(id: number): number {
  const known = taken.get(id)
  if (known !== undefined) return known
  const hue = taken.size % HUES
  taken.set(id, hue)
  return hue
}
