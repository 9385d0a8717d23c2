import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Common Romanian passwords that the international lists lack: the trade, the country, its cities and clubs. */
const LOCAL_WORDS = [
  'dispecerat',
  'dispecer',
  'dispecera',
  'taxi',
  'taximetrie',
  'taximetrist',
  'curier',
  'sofer',
  'soferul',
  'masina',
  'parola',
  'parolamea',
  'comanda',
  'administrator',
  'operator',
  'companie',
  'firma',
  'romania',
  'roman',
  'bucuresti',
  'cluj',
  'napoca',
  'timisoara',
  'iasi',
  'constanta',
  'craiova',
  'brasov',
  'galati',
  'ploiesti',
  'oradea',
  'braila',
  'arad',
  'pitesti',
  'sibiu',
  'bacau',
  'targu',
  'mures',
  'baia',
  'mare',
  'buzau',
  'botosani',
  'satu',
  'suceava',
  'steaua',
  'dinamo',
  'rapid',
  'dacia',
  'logan',
]

const WEAK = 'Parola se ghicește ușor; alegeți alta, de exemplu trei cuvinte fără legătură'

/** About three million guesses: an hour or two of a botnet that guesses at one account as often as the delays allow. */
const MIN_GUESSES_LOG10 = 6.5
/** For passwords of known words and patterns alone, with any digits and punctuation at the end. */
const MIN_KNOWN_WORDS_LOG10 = 8
/**
 * The estimate of 64 characters full of digits that may be letters blocked the process for half a second; the first characters are enough.
 */
const MAX_JUDGED = 32

let loaded: Promise<ZxcvbnFactory> | undefined

/** Loads the 50,000 most frequently leaked passwords and the keyboard layouts when the first password is chosen. */
async function estimator(): Promise<ZxcvbnFactory> {
  loaded ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory: Factory }, { dictionary, adjacencyGraphs }]) =>
      new Factory({ dictionary: { ...dictionary, local: LOCAL_WORDS }, graphs: adjacencyGraphs }),
  )
  return loaded
}

/** Texts about the account's owner: names, e-mail, phone, companies. */
type OwnWords = readonly (string | null | undefined)[]

/**
 * Refuses a password that is guessed soon: leaked ones, repetitions, keyboard rows, dates, words of the trade, and data of the account,
 * also with digits and punctuation at the end. Throws FieldErrors on `field`.
 */
export async function refuseWeakPassword(
  password: string,
  { own = [], field = 'password' }: { own?: OwnWords; field?: string } = {},
): Promise<void> {
  const words = own.flatMap(wordsOf)
  const judged = plain(password).slice(0, MAX_JUDGED)
  const bare = judged.replace(/(?<![\d!.?*#@_-])[\d!.?*#@_-]+$/, '')
  const judge = await estimator()
  const whole = judge.check(judged, words)
  const known = judge.check(bare, words)
  const isKnown = known.sequence.every(({ pattern }) => pattern !== 'bruteforce')
  const isWeak = whole.guessesLog10 < MIN_GUESSES_LOG10 || (isKnown && known.guessesLog10 < MIN_KNOWN_WORDS_LOG10)
  if (isWeak) throw new FieldErrors({ [field]: [WEAK] })
}

/** The text itself, its words, and the usual spellings of a phone. */
function wordsOf(text: string | null | undefined): string[] {
  if (!text) return []
  const whole = plain(text)
  const parts = whole.split(/[^a-z0-9]+/)
  const digits = whole.replace(/^\+40/, '0')
  return [whole, digits, parts.join(''), ...parts].filter((word) => word.length > 2)
}

/** Removes diacritics: „Șoferul” is guessed as "soferul". */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
