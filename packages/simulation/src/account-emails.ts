// Apart from fleet-cli.ts, which runs when a test imports it.

const RANGE = /\{(\d{1,7})-(\d{1,7})\}/

/**
 * E-mails of a fleet's accounts: 'sofer{101-140}@demo.ro,curier{201-208}@demo.ro' names whole ranges; {n} in a pattern without one
 * stands for `count` numbers from `first` on.
 */
export function accountEmails(patterns: string, { first, count }: { first: number; count: number }): string[] {
  return patterns.split(',').flatMap((pattern) => {
    const [whole, from, to] = RANGE.exec(pattern) ?? []
    if (whole === undefined) return numbersFrom(first, count).map((n) => pattern.replace('{n}', String(n)))
    return numbersFrom(Number(from), Number(to) - Number(from) + 1).map((n) => pattern.replace(whole, String(n)))
  })
}

function numbersFrom(first: number, count: number): number[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => first + index)
}
