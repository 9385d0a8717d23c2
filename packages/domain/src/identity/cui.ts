const KEY = [7, 5, 3, 2, 1, 7, 5, 3, 2]

/** ' RO 123 456 ' → '123456': spaces, dots and the VAT prefix are removed. The result may still be no CUI: check `isCui`. */
export function normalizeCui(typed: string): string {
  return typed.replace(/[\s.-]/g, '').replace(/^RO/i, '')
}

/** Two to ten digits whose last is the check digit of the others (key 753217532, from the right; 10 counts as 0). */
export function isCui(cui: string): boolean {
  if (!/^[1-9]\d{1,9}$/.test(cui)) return false
  const digits = [...cui].map(Number)
  const check = digits.pop()
  const weights = KEY.slice(KEY.length - digits.length)
  const sum = digits.reduce((total, digit, place) => total + digit * (weights[place] ?? 0), 0)
  return ((sum * 10) % 11) % 10 === check
}
