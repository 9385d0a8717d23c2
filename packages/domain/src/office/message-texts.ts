/**
 * Default texts of automatic messages, used until a company edits them. Each lists the {placeholders} it may contain; `required` are those
 * without which the message would be useless.
 */
interface PlatformText {
  channel: 'sms' | 'mail' | 'push' | 'voice'
  /** Recipient of the message. */
  to: 'client' | 'driver' | 'user'
  subject: string | null
  text: string
  facts: readonly string[]
  required: readonly string[]
  /** Default state of its switch; null: it cannot be switched off. */
  switch: { isOn: boolean } | null
  /** An SMS is sent without diacritics unless the company enables them. */
  isPlain: boolean
  /** Sent before a company exists that could edit it: only the platform edits it. */
  isOfPlatform: boolean
}

const ORDER_FACTS = ['companie', 'telefon', 'comanda', 'adresa', 'indicativ', 'masina', 'numar', 'sofer'] as const
const SMS = { channel: 'sms', to: 'client', subject: null, required: [], switch: { isOn: false } } as const
const OURS = { isPlain: true, isOfPlatform: false } as const
const SPOKEN = {
  ...OURS,
  channel: 'voice',
  to: 'client',
  subject: null,
  required: [],
  switch: null,
  isPlain: false,
} as const
const MAIL = { channel: 'mail', to: 'user', isPlain: false, switch: null, isOfPlatform: false } as const

export const MESSAGE_TEXTS = {
  client_assigned: {
    ...SMS,
    ...OURS,
    text: '{companie}: mașina {indicativ} ({masina}, {numar}) ajunge la {adresa} în {minute}. Informații: {telefon}',
    facts: [...ORDER_FACTS, 'minute'],
  },
  client_arrived: {
    ...SMS,
    ...OURS,
    text: '{companie}: mașina {indicativ} ({masina}, {numar}) a ajuns și vă așteaptă la {adresa}.',
    facts: ORDER_FACTS,
  },
  client_searching: {
    ...SMS,
    ...OURS,
    text: '{companie}: mașina nu mai poate ajunge la {adresa}. Căutăm alta și vă anunțăm. Informații: {telefon}',
    facts: ['companie', 'telefon', 'comanda', 'adresa'],
  },
  client_canceled: {
    ...SMS,
    ...OURS,
    text: '{companie}: comanda de la {adresa} a fost anulată. Pentru altă mașină sunați la {telefon}.',
    facts: ['companie', 'telefon', 'comanda', 'adresa'],
  },
  voice_assigned: {
    ...SPOKEN,
    text: 'Bună ziua. {companie}. Mașina {indicativ} ajunge la {adresa} în {minute}. Pentru un dispecer apăsați tasta zero.',
    facts: [...ORDER_FACTS, 'minute'],
  },
  voice_arrived: {
    ...SPOKEN,
    text: 'Bună ziua. {companie}. Mașina {indicativ}, număr {numar}, vă așteaptă la {adresa}. Pentru un dispecer apăsați tasta zero.',
    facts: ORDER_FACTS,
  },
  client_chat: {
    ...SMS,
    text: '{mesaj}',
    facts: ['mesaj', 'companie', 'telefon'],
    required: ['mesaj'],
    switch: null,
    isPlain: false,
    isOfPlatform: false,
  },
  client_code: {
    ...SMS,
    ...OURS,
    text: '{companie}: codul este {cod}. Este valabil 5 minute. Nu îl spuneți nimănui.',
    facts: ['cod', 'companie'],
    required: ['cod'],
    switch: null,
  },
  driver_low_balance: {
    channel: 'push',
    to: 'driver',
    subject: 'Sold scăzut',
    text: 'Soldul tău este {sold} RON. Alimentează-l ca să primești comenzi.',
    facts: ['sold', 'sofer', 'companie'],
    required: ['sold'],
    switch: null,
    isPlain: false,
    isOfPlatform: false,
  },
  driver_papers_ending: {
    channel: 'push',
    to: 'driver',
    subject: 'Un document expiră',
    text: '{document} {cand}. Fără acte valabile puteți rămâne fără comenzi.',
    facts: ['document', 'cand', 'sofer', 'companie'],
    required: ['document', 'cand'],
    switch: { isOn: true },
    isPlain: false,
    isOfPlatform: false,
  },
  papers_ending: {
    ...MAIL,
    subject: 'Documente care expiră la {companie}',
    text: [
      'Bună ziua,',
      '',
      'Expiră sau au expirat:',
      '{lista}',
      '',
      'Le găsiți în Mașini și în Șoferi, filtrate după acte.',
    ].join('\n'),
    facts: ['lista', 'companie'],
    required: ['lista'],
    switch: { isOn: true },
  },
  password_reset: {
    ...MAIL,
    subject: 'Parolă nouă pentru Dispecerat',
    text: [
      'Bună ziua,',
      '',
      'Cineva a cerut o parolă nouă pentru contul dumneavoastră din Dispecerat. O puteți alege aici:',
      '{legatura}',
      '',
      'Legătura se poate folosi o singură dată, în următoarele {ore} ore. Dacă nu ați cerut-o, nu trebuie să faceți nimic.',
    ].join('\n'),
    facts: ['legatura', 'ore', 'companie'],
    required: ['legatura'],
  },
  account_opened: {
    ...MAIL,
    subject: 'Contul dumneavoastră la {companie}',
    text: [
      'Bună ziua, {nume},',
      '',
      '{companie} v-a făcut un cont. Vă autentificați cu această adresă de e-mail și cu parola pe care o alegeți aici:',
      '{legatura}',
      '',
      'Legătura se poate folosi o singură dată, în următoarele trei zile. Mai târziu apăsați „Ați uitat parola?” pe pagina de autentificare.',
    ].join('\n'),
    facts: ['legatura', 'nume', 'companie'],
    required: ['legatura'],
  },
  partner_asked: {
    ...MAIL,
    subject: '{solicitant} vă propune un parteneriat',
    text: [
      'Bună ziua,',
      '',
      '{solicitant} dorește să fie companie parteneră cu {companie}: fiecare ar putea căuta și șoferii celeilalte.',
      'Puteți accepta sau refuza aici:',
      '{legatura}',
    ].join('\n'),
    facts: ['solicitant', 'companie', 'legatura'],
    required: ['solicitant'],
    switch: { isOn: true },
  },
  company_email_proof: {
    ...MAIL,
    subject: 'Confirmați adresa de e-mail',
    text: [
      'Bună ziua,',
      '',
      'Cu această adresă s-a deschis un cont de firmă în Dispecerat. Confirmați adresa aici:',
      '{legatura}',
      '',
      'Legătura se poate folosi în următoarele trei zile. Dacă nu ați deschis dumneavoastră contul, nu trebuie să faceți nimic.',
    ].join('\n'),
    facts: ['legatura'],
    required: ['legatura'],
    isOfPlatform: true,
  },
  welcome: {
    ...MAIL,
    subject: 'Bun venit în Dispecerat',
    text: [
      'Bună ziua, {nume},',
      '',
      'Contul firmei {companie} a fost creat. Perioada de probă ține până pe {zi}, cu toate funcțiile.',
      '',
      'Documentația este în meniul paginii de start.',
      '',
      'Echipa Dispecerat',
    ].join('\n'),
    facts: ['nume', 'companie', 'zi'],
    required: [],
    isOfPlatform: true,
  },
} as const satisfies Record<string, PlatformText>

export type TextKey = keyof typeof MESSAGE_TEXTS
export type TextFact<Key extends TextKey = TextKey> = (typeof MESSAGE_TEXTS)[Key]['facts'][number]
/** Values of a text's placeholders. */
export type TextFacts<Key extends TextKey> = Record<TextFact<Key>, string>
export const TEXT_KEYS = Object.keys(MESSAGE_TEXTS) as TextKey[]

export function platformText(key: TextKey): PlatformText {
  return MESSAGE_TEXTS[key]
}

/**
 * Maximum lengths: a longer SMS costs several messages, a longer announcement is not listened to, and mail programs cut a longer subject.
 */
export const MAX_TEXT = { sms: 600, voice: 400, push: 300, mail: 4000, subject: 150 } as const

const PLACEHOLDER = /\{([^{}]*)\}/g

/** Error of an edited text, as one sentence; null when it can be sent. */
export function problemOfText(key: TextKey, part: 'subject' | 'text', text: string): string | null {
  const { facts, required } = platformText(key)
  const named = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  const unknown = named.find((name) => !facts.includes(name))
  if (unknown !== undefined) return `Nu există {${unknown}} aici. Se pot folosi: ${facts.map(braced).join(', ')}`
  if (/[{}]/.test(text.replace(PLACEHOLDER, ''))) return 'O acoladă nu are pereche; numele se scriu între { și }'
  const missing = part === 'text' ? required.find((name) => !named.includes(name)) : undefined
  return missing === undefined ? null : `Lipsește {${missing}}: fără el mesajul nu mai spune ce trebuie`
}

function braced(name: string): string {
  return `{${name}}`
}

/** Fills the placeholders of a text. A value that contains a placeholder is not expanded again; an empty value leaves no gap. */
export function filledText(text: string, facts: Readonly<Record<string, string>>): string {
  let isWhole = true
  const filled = text.replace(PLACEHOLDER, (_, name: string) => {
    const fact = facts[name]?.trim() ?? ''
    isWhole &&= fact !== ''
    return fact
  })
  return (isWhole ? filled : closed(filled)).trim()
}

/** Removes empty parentheses, stray commas and double spaces where a value was empty. */
function closed(text: string): string {
  return text
    .replace(/ {2,}/g, ' ')
    .replace(/[(] ?(, ?)*[)]/g, '')
    .replace(/[(] ?, ?/g, '(')
    .replace(/ ?, ?[)]/g, ')')
    .replace(/ {2,}/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const LINK = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)]/g

/** HTML of an e-mail: typed text is escaped, addresses become links. */
export function htmlOfText(text: string): string {
  const paragraphs = text.split(/\n{2,}/).map((part) => `<p>${lineHtml(part).replaceAll('\n', '<br>')}</p>`)
  return `<!doctype html><html lang="ro"><meta charset="utf-8"><body style="font-family:sans-serif">${paragraphs.join('')}</body></html>`
}

function lineHtml(text: string): string {
  const parts: string[] = []
  let at = 0
  for (const { 0: link, index } of text.matchAll(LINK)) {
    parts.push(escaped(text.slice(at, index)), `<a href="${escaped(link)}">${escaped(link)}</a>`)
    at = index + link.length
  }
  return [...parts, escaped(text.slice(at))].join('')
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)
}

/** 1 → '1 minut', 5 → '5 minute', 20 → '20 de minute'; without a promised time: 'câteva minute'. */
export function minutesText(minutes: number | null): string {
  if (minutes === null || minutes < 1) return 'câteva minute'
  if (minutes === 1) return '1 minut'
  const last = minutes % 100
  return last >= 1 && last <= 19 ? `${minutes} minute` : `${minutes} de minute`
}
