/** Phone numbers as the field types them: E.164 inside, `0…` on the screen. */

const SEPARATORS = /[\s().\-/]/g
/** No country code begins with 0, so '+0722…' is a typing error. */
const E164 = /^\+[1-9]\d{7,14}$/

/** A Romanian number typed with its country code but without the plus: eleven digits that would read as British. */
const BARE_ROMANIAN = /^40\d{9}$/

/** '0722 333 444' → '+40722333444'; '0040…' → '+40…'. The result may still be no phone: check `isPhone`. */
export function normalizePhone(typed: string): string {
  const bare = typed.replace(SEPARATORS, '')
  if (bare === '' || bare.startsWith('+')) return bare
  if (bare.startsWith('00')) return `+${bare.slice(2)}`
  return BARE_ROMANIAN.test(bare) ? `+${bare}` : `+4${bare}`
}

export function isPhone(normalized: string): boolean {
  return E164.test(normalized)
}

/** Country codes allowed for SMS unless the platform granted others: an SMS abroad costs many times as much. */
export const HOME_PREFIXES: readonly string[] = ['+40']

/** Romanian fixed and special numbers take no SMS, and numbers of other countries only where their code is granted. */
export function takesSms(phone: string, prefixes: readonly string[] = HOME_PREFIXES): boolean {
  if (!isPhone(phone) || !isGrantedCountry(phone, prefixes)) return false
  return !phone.startsWith('+40') || phone.startsWith('+407')
}

export function isGrantedCountry(phone: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => phone.startsWith(prefix))
}

/** '+40722333444' → '0722333444'; numbers of other countries keep their prefix. */
export function showPhone(normalized: string): string {
  return normalized.startsWith('+40') ? `0${normalized.slice(3)}` : normalized
}

/** Groups a Romanian mobile or landline number for reading: '0722 333 444'. */
export function prettyPhone(normalized: string): string {
  return showPhone(normalized).replace(/^(0\d{3})(\d{3})(\d{3})$/, '$1 $2 $3')
}

/** For logs and reports to third parties: only the last three digits. */
export function maskPhone(normalized: string): string {
  return `…${normalized.slice(-3)}`
}
