import type { Car } from './cars.ts'

/** One shared collator: creating one per comparison costs a hundred times as much, and ten thousand cars are sorted. */
const signs = new Intl.Collator('ro', { numeric: true })

/** Sorts call signs like numbers: 7 before 101. */
export function bySign(a: Pick<Car, 'sign'>, b: Pick<Car, 'sign'>): number {
  return signs.compare(a.sign, b.sign)
}

/** Cars whose call sign begins with the typed text, the exact match first; then those that contain it. */
export function carsBySign<C extends Pick<Car, 'sign'>>(cars: Iterable<C>, typed: string, max: number): C[] {
  const wanted = typed.trim().toLocaleLowerCase('ro')
  if (wanted === '') return []
  const ranked: { car: C; rank: number }[] = []
  for (const car of cars) {
    const at = car.sign.toLocaleLowerCase('ro').indexOf(wanted)
    if (at < 0) continue
    const isWhole = car.sign.length === wanted.length
    ranked.push({ car, rank: isWhole ? 0 : at === 0 ? 1 : 2 })
  }
  ranked.sort((a, b) => a.rank - b.rank || bySign(a.car, b.car))
  return ranked.slice(0, max).map(({ car }) => car)
}
