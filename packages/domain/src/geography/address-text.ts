import { PROXIMITY_TERMS, STREET_TYPES, TITLE_WORDS } from './address-words.ts'

/** One house number: '12A' → 12 and 'a', '7 bis' → 7 and 'bis'. */
export interface HouseNumber {
  number: number
  suffix: string
}

/** One interpretation of the typed text; the most specific reading comes first. */
export interface AddressReading {
  /** Street type in full without diacritics ('bulevardul'), empty when none was typed. */
  type: string
  words: string[]
  house: HouseNumber | null
}

export interface AddressQuery {
  readings: AddressReading[]
  bloc: string | null
  scara: string | null
  etaj: string | null
  apartament: string | null
}

const MONTHS = new Set(
  'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie'.split(' '),
)
const BLOC = / (?:bloc|blocul|bl) ?(\d{1,4}[a-z]{0,2}|[a-z]{1,2} ?\d{1,3}[a-z]?|[a-z])(?= )/
const SCARA = / (?:scara|sc) ?(\d{1,2}|[a-z])(?= )/
const ETAJ = / (?:etajul|etaj|et) ?(\d{1,2}|p|parter)(?= )/
const APARTAMENT = / (?:apartamentul|apartament|apart|apt|ap) ?(\d{1,4}[a-z]?)(?= )/
const INTERFON = / (?:interfon|int) ?\d{1,4}(?= )/
const KILOMETRE = / (?:km|kilometrul) ?\d{1,4}(?: \d{1,3})?(?= )/
const EXPLICIT_NUMBER = / (?:nr|numarul|numar|no) ?(\d{1,4}) ?(bis|[a-z])?(?= )/
const MIN_UNFINISHED = 3
const BARE_NUMBER = /^(\d{1,4})(bis|[a-z])?$/

/** Lower case ASCII letters, digits and single spaces: 'Şoseaua Cristianului' → 'soseaua cristianului'. The old mid-word î reads as â. */
export function foldText(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?<=\p{L})î(?=\p{L})/gu, 'â')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ß/g, 'ss')
    .replace(/\bb-?\s?d(-?ul)?\b\.?/g, 'bd')
    .replace(/\bp-\s?ta\b/g, 'pta')
    .replace(/(\d)\s*[-–]\s*\d+[a-z]?\b/g, '$1')
    .replace(/\b([a-z])-(?=\d)/g, '$1')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** 'B-dul Gării' → bulevardul + 'garii'; a name without a street type has an empty type. Used at import and at query alike. */
export function splitStreetName(name: string): { type: string; core: string } {
  const words = foldText(name).split(' ')
  const type = words.length > 1 ? STREET_TYPES.get(words[0] ?? '') : undefined
  const rest = type ? words.slice(1) : words
  return { type: type ?? '', core: rest.map(inFull).join(' ') }
}

/** All house numbers a sign may carry: '57-59' → 57 and 59, '26,28,30' → three, '12-14,sc.A' → two; none for 'A2'. */
export function readHouseNumbers(sign: string): HouseNumber[] {
  const numbers: HouseNumber[] = []
  const bare = sign.toLowerCase().replace(/\b(?:bl(?:oc)?|sc(?:ara)?|ap|et)\b[\s\S]*/, '')
  for (const part of bare.split(/[,;/–-]/)) {
    const match = /^(\d{1,4}) ?(bis|[a-z])? ?(bis)?$/.exec(part.trim().replace(/\s+/g, ' '))
    if (match) numbers.push({ number: Number(match[1]), suffix: `${match[2] ?? ''}${match[3] ?? ''}` })
  }
  return numbers
}

/** Bloc and staircase written on a sign or in a building's name: 'Bl. S-22, Sc. D' → s22, d. */
export function readBuilding(sign: string): { bloc: string | null; scara: string | null } {
  const text = ` ${foldText(sign)} `
  return { bloc: grab(text, BLOC).found, scara: grab(text, SCARA).found }
}

/** 'bd. garii nr 17 bl. 12 sc B ap 4' → readings (type, words, house number) and the building's parts. */
export function readAddress(input: string): AddressQuery {
  const bloc = grab(` ${foldText(input)} `, BLOC)
  const scara = grab(bloc.rest, SCARA)
  const etaj = grab(scara.rest, ETAJ)
  const apartament = grab(etaj.rest, APARTAMENT)
  const street = apartament.rest.replace(INTERFON, ' ').replace(KILOMETRE, ' ')
  return {
    readings: withoutBeside([...readingsOf(street), ...unfinished(street)]),
    bloc: bloc.found,
    scara: scara.found,
    etaj: etaj.found,
    apartament: apartament.found,
  }
}

function grab(text: string, pattern: RegExp): { found: string | null; rest: string } {
  const match = pattern.exec(text)
  if (!match) return { found: null, rest: text }
  return { found: (match[1] ?? '').replace(' ', ''), rest: text.replace(pattern, ' ') }
}

function readingsOf(street: string): AddressReading[] {
  const explicit = EXPLICIT_NUMBER.exec(street)
  if (explicit) {
    const house = { number: Number(explicit[1]), suffix: explicit[2] ?? '' }
    const plain = typesOf(wordsOf(street)).map((reading) => ({ ...reading, house: null }))
    return [
      ...typesOf(wordsOf(street.replace(EXPLICIT_NUMBER, ' '))).map((reading) => ({ ...reading, house })),
      ...plain,
    ]
  }
  const words = wordsOf(street)
  const readings: AddressReading[] = []
  const trailing = takeTrailingNumber(words)
  if (trailing) readings.push(...typesOf(trailing.words).map((reading) => ({ ...reading, house: trailing.house })))
  readings.push(...typesOf(words).map((reading) => ({ ...reading, house: null })))
  const leading = takeLeadingNumber(words)
  if (leading) readings.push(...typesOf(leading.words).map((reading) => ({ ...reading, house: leading.house })))
  return readings.filter((reading) => reading.words.length > 0)
}

/** A last word that reads as an abbreviation may be one that is not typed to its end: 'serg' is sergent, or begins Sergiana. */
function unfinished(street: string): AddressReading[] {
  const words = wordsOf(street)
  const last = words.at(-1) ?? ''
  if (last.length < MIN_UNFINISHED || !inFull(last).startsWith(last) || inFull(last) === last) return []
  return [{ type: '', words: [...words.slice(0, -1).map(inFull), last], house: null }]
}

/** 'la gara' is first 'gara'; as it stands it may still be a name ('La Ceaun', 'De Mijloc'). */
function withoutBeside(readings: AddressReading[]): AddressReading[] {
  return readings.flatMap((reading) => {
    const name = reading.words.findIndex((word) => !PROXIMITY_TERMS.has(word))
    return name > 0 ? [{ ...reading, words: reading.words.slice(name) }, reading] : [reading]
  })
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter((word) => word !== '')
}

/** The last number after a letter word is a house number, unless a month follows: 'Strada 9 Mai 6' keeps its 9. */
function takeTrailingNumber(words: string[]): { words: string[]; house: HouseNumber } | null {
  for (let at = words.length - 1; at > 0; at--) {
    const match = BARE_NUMBER.exec(words[at] ?? '')
    if (!match || MONTHS.has(words[at + 1] ?? '')) continue
    if (!words.slice(0, at).some((word) => /[a-z]/.test(word))) return null
    const after = words[at + 1] ?? ''
    const apart = match[2] === undefined && /^(bis|[a-z])$/.test(after)
    const house = { number: Number(match[1]), suffix: match[2] ?? (apart ? after : '') }
    return { words: [...words.slice(0, at), ...words.slice(at + (apart ? 2 : 1))], house }
  }
  return null
}

/** '12 strada Lungă', the spelling of visitors from abroad. */
function takeLeadingNumber(words: string[]): { words: string[]; house: HouseNumber } | null {
  const match = BARE_NUMBER.exec(words[0] ?? '')
  if (!match || words.length < 2 || MONTHS.has(words[1] ?? '')) return null
  return { words: words.slice(1), house: { number: Number(match[1]), suffix: match[2] ?? '' } }
}

/** A typed 'al.' or 'dr.' may be a street type (aleea, drumul) or a word of the name (Alexandru, doctor): both are tried. */
function typesOf(words: string[]): { type: string; words: string[] }[] {
  const at = words.findIndex((word, i) => STREET_TYPES.has(word) && (i === 0 || !TITLE_WORDS.has(word)))
  const word = words[at]
  const type = STREET_TYPES.get(word ?? '')
  if (!type || word === undefined || words.length < 2) return [{ type: '', words: words.map(inFull) }]
  const typed = { type, words: [...words.slice(0, at), ...words.slice(at + 1)].map(inFull) }
  return TITLE_WORDS.has(word) ? [typed, { type: '', words: words.map(inFull) }] : [typed]
}

function inFull(word: string): string {
  return TITLE_WORDS.get(word) ?? word
}
