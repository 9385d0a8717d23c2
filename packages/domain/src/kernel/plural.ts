const rules = new Intl.PluralRules('ro')
const grouped = new Intl.NumberFormat('ro')

/** '1 comandă', '7 comenzi', '20 de comenzi': Romanian has three forms, and the third carries its "de". */
export function plural(n: number, one: string, few: string, many: string): string {
  const form = { one, few }[rules.select(n) as 'one' | 'few'] ?? many
  return `${groupThousands(n)} ${form}`
}

/** 12034 → '12.034'. */
export function groupThousands(n: number): string {
  // Adding 0 removes the sign of a negative zero.
  return grouped.format(Math.trunc(n) + 0)
}
