/** GSM 03.38 default alphabet; any other character halves the length of a segment. */
const GSM_BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Counted as two characters. */
const GSM_EXTENSION = '\f^{}\\[~]|€'

const BASIC = new Set(GSM_BASIC)
const EXTENSION = new Set(GSM_EXTENSION)

const MAX = { gsm7: { alone: 160, joined: 153 }, ucs2: { alone: 70, joined: 67 } } as const

interface SmsSize {
  alphabet: keyof typeof MAX
  /** Characters as networks count them: € is two GSM characters, most emoji two of UCS-2. */
  characters: number
  /** Number of messages billed. */
  segments: number
  /** Characters that require UCS-2, each once. */
  costly: string[]
}

/** Counts and splits an SMS as the network does (3GPP 23.038): a character counted as two is never split. */
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

/** 'Mașina așteaptă în față…' → 'Masina asteapta in fata...': characters of the GSM alphabet are unchanged. */
export function withoutDiacritics(text: string): string {
  return [...text]
    .map((letter) => TYPED[letter] ?? (BASIC.has(letter) ? letter : letter.normalize('NFD').replace(ACCENTS, '')))
    .join('')
}
