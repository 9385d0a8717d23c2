/** What a telephone's own alphabet holds; everything else makes the whole SMS twice as dear. */
const GSM_BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Written as two characters. */
const GSM_EXTENSION = '\f^{}\\[~]|€'

const BASIC = new Set(GSM_BASIC)
const EXTENSION = new Set(GSM_EXTENSION)

const MAX = { gsm7: { alone: 160, joined: 153 }, ucs2: { alone: 70, joined: 67 } } as const

interface SmsSize {
  alphabet: keyof typeof MAX
  /** As the network counts them: € is two of GSM's, most emoji two of UCS-2's. */
  characters: number
  /** How many messages are paid. */
  segments: number
  /** What makes it UCS-2, each once. */
  costly: string[]
}

/** How an SMS is counted and cut by the network (3GPP 23.038): a character written as two is never cut apart. */
export function smsSize(text: string): SmsSize {
  const letters = [...text]
  const costly = [...new Set(letters.filter((letter) => !BASIC.has(letter) && !EXTENSION.has(letter)))]
  const alphabet = costly.length === 0 ? 'gsm7' : 'ucs2'
  const lengths = letters.map((letter) => (alphabet === 'ucs2' ? letter.length : EXTENSION.has(letter) ? 2 : 1))
  const characters = lengths.reduce((sum, length) => sum + length, 0)
  const { alone, joined } = MAX[alphabet]
  return { alphabet, characters, segments: characters <= alone ? 1 : piecesOf(lengths, joined), costly }
}

function piecesOf(lengths: readonly number[], max: number): number {
  let pieces = 1
  let used = 0
  for (const length of lengths) {
    if (used + length > max) {
      pieces += 1
      used = 0
    }
    used += length
  }
  return pieces
}

const TYPED: Readonly<Record<string, string>> = {
  '„': '"',
  '”': '"',
  '“': '"',
  '’': "'",
  '‘': "'",
  '–': '-',
  '—': '-',
  '…': '...',
}
const ACCENTS = /\p{M}/gu

/** 'Mașina așteaptă în față…' → 'Masina asteapta in fata...': what GSM's alphabet has of its own stays. */
export function withoutDiacritics(text: string): string {
  return [...text]
    .map((letter) => TYPED[letter] ?? (BASIC.has(letter) ? letter : letter.normalize('NFD').replace(ACCENTS, '')))
    .join('')
}
