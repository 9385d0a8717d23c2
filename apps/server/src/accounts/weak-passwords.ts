import { FieldErrors } from '@dispecerat/domain/errors'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** What people here choose beside the world's lists: the trade, the country, its cities and clubs. */
const LOCAL_WORDS = [
  ...[
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
  ],
  ...[
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
  ],
  ...[
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
  ],
  ...['arad', 'pitesti', 'sibiu', 'bacau', 'targu', 'mures', 'baia', 'mare', 'buzau', 'botosani', 'satu', 'suceava'],
  ...['steaua', 'dinamo', 'rapid', 'dacia', 'logan'],
]

const WEAK = 'Parola se ghicește ușor; alegeți alta, de exemplu trei cuvinte fără legătură'

/** Some three million guesses: an hour or two of a botnet that guesses at one account as often as the delays let it. */
const MIN_GUESSES_LOG10 = 6.5
/** Known words and patterns alone, whatever digits and signs stand behind them. */
const MIN_KNOWN_WORDS_LOG10 = 8
/** Of 64 characters full of digits that may be letters the estimate held the process for half a second; nobody guesses the rest. */
const MAX_JUDGED = 32

let loaded: Promise<ZxcvbnFactory> | undefined

/** Fifty thousand passwords that leaked most and the keyboards, read when the first password is chosen. */
async function estimator(): Promise<ZxcvbnFactory> {
  loaded ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory: Factory }, { dictionary, adjacencyGraphs }]) =>
      new Factory({ dictionary: { ...dictionary, local: LOCAL_WORDS }, graphs: adjacencyGraphs }),
  )
  return loaded
}

/** What belongs to whom the password is for: names, e-mail, phone, companies. */
type OwnWords = readonly (string | null | undefined)[]

/**
 * Refuses a password that is guessed soon: leaked ones, repetitions, rows of keys, dates, words of the trade, and what is known of the
 * account, also with digits and signs at the end. Throws FieldErrors on `field`.
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

/** The text itself, its words, and a phone as people write it. */
function wordsOf(text: string | null | undefined): string[] {
  if (!text) return []
  const whole = plain(text)
  const parts = whole.split(/[^a-z0-9]+/)
  const digits = whole.replace(/^\+40/, '0')
  return [whole, digits, parts.join(''), ...parts].filter((word) => word.length > 2)
}

/** Without marks: „Șoferul” is guessed as "soferul". */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
