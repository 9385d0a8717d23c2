import { FieldErrors } from '@dispecerat/domain/errors'

/** What people here choose beside the world's list. */
const OURS = ['dispecerat', 'dispecer', 'taximetrist', 'parola123', 'parolamea', 'romania1', 'romania123', 'soferul1']

const TOO_COMMON = 'Parola este prea cunoscută; alegeți alta'

let known: Promise<ReadonlySet<string>> | undefined

/** Fifty thousand passwords that leaked most, from a shipped list, read when the first password is chosen. */
async function commonPasswords(): Promise<ReadonlySet<string>> {
  known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'].map(String), ...OURS]),
  )
  return known
}

/**
 * Refuses a password everybody tries first, also with a digit or a sign at its end, and the account's own e-mail or name.
 * Throws FieldErrors on `field`.
 */
export async function refuseCommonPassword(
  password: string,
  { own = [], field = 'password' }: { own?: readonly (string | null)[]; field?: string } = {},
): Promise<void> {
  const given = password.toLowerCase()
  const bare = given.replace(/(?<![\d!.?*#@_-])[\d!.?*#@_-]+$/, '')
  const common = await commonPasswords()
  const words = own.flatMap((text) => (text ? [text, text.split('@')[0] ?? ''] : [])).map((text) => text.toLowerCase())
  const isOwn = words.some((word) => word.length > 3 && (given === word || bare === word))
  if (common.has(given) || (bare.length > 3 && common.has(bare)) || isOwn || isOneLetter(given)) {
    throw new FieldErrors({ [field]: [TOO_COMMON] })
  }
}

function isOneLetter(password: string): boolean {
  return new Set(password).size < 3
}
