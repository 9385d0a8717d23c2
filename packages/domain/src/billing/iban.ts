// A rule with its own test.

/** ' ro49 aaaa …' → 'RO49AAAA…'. The result may still be no IBAN: check `isRomanianIban`. */
export function normalizeIban(typed: string): string {
  return typed.replace(/\s/g, '').toUpperCase()
}

/** RO, two check digits, four letters of the bank, sixteen characters of the account; the check digits by ISO 7064 MOD 97-10. */
export function isRomanianIban(iban: string): boolean {
  if (!/^RO\d{2}[A-Z]{4}[A-Z0-9]{16}$/.test(iban)) return false
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((sign) => Number.parseInt(sign, 36)).join('')
  return BigInt(digits) % 97n === 1n
}
