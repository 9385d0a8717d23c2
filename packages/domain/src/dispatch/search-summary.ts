import { groupThousands, plural } from '../kernel/plural.ts'
import { limitIsDriverCount, type SearchStep } from './search-rules.ts'

const drivers = (n: number) => plural(n, 'șofer', 'șoferi', 'de șoferi')
const seconds = (n: number) => `${groupThousands(n)} s`
const minutes = (n: number) => plural(n, 'minut', 'minute', 'de minute')

/** 850 → '850 m', 2500 → '2,5 km', 12000 → '12 km'; limits are never rounded. */
export function limitInMetres(metres: number): string {
  if (metres < 1000) return `${metres} m`
  return `${String(metres / 1000).replace('.', ',')} km`
}

const SEARCH_TYPE_TEXTS = {
  by_zone: () => 'în zona clientului',
  by_near_zone: () => 'în zonele vecine',
  by_near_stand: (limit: string) => `la stația cea mai apropiată, cel mult ${limit} de client`,
  by_near_stand_with_route: (limit: string) => `la stația cea mai apropiată pe traseu, cel mult ${limit} de client`,
  by_near_stand_and_polygon: (limit: string) =>
    `la stația din zona clientului, cel mult ${limit} de el, apoi în restul zonei`,
  by_radius: (limit: string) => `pe o rază de ${limit}`,
  by_route: (limit: string) => `la cel mult ${limit} de mers pe traseu`,
} as const satisfies Record<SearchStep['searchType'], (limit: string) => string>

const FIRST = {
  by_distance: 'cei mai apropiați primii',
  by_route_distance: 'cei mai apropiați pe traseu primii',
  by_idle_from: 'cei liberi de cel mai mult timp primii',
  any: 'la întâmplare',
} as const satisfies Record<SearchStep['searchOrderBy'], string>

/** „caută 6 s în zona clientului, maximum 50 de șoferi, cei mai apropiați primii, toți odată” */
export function stepSentence(step: SearchStep): string {
  const parts = [
    `${opening(step)} ${where(step)}`,
    limitIsDriverCount(step.searchType) ? `maximum ${drivers(step.searchLimit)}` : '',
    whoIsFirst(step),
    notificationText(step),
    step.excludePrevious ? 'fără cei întrebați deja' : '',
    step.showForBusyDrivers ? 'și șoferii care încheie o cursă' : '',
    banSentence(step),
  ]
  return parts.filter((part) => part !== '').join(', ')
}

function opening({ notificationMethod, searchSeconds }: SearchStep): string {
  switch (notificationMethod) {
    case 'all':
      return `caută ${seconds(searchSeconds)}`
    case 'by_rotation':
      return `întreabă pe rând, câte ${seconds(searchSeconds)} de fiecare,`
    case 'pending':
      return `ține ${seconds(searchSeconds)} în lista de așteptare a șoferilor`
    case 'pending_pinned':
      return 'fixează în lista de așteptare a șoferilor'
  }
}

function where({ searchType, searchLimit }: SearchStep): string {
  return SEARCH_TYPE_TEXTS[searchType](limitInMetres(searchLimit))
}

/** At a stand the queue decides, unless the step orders by road or at random. */
function whoIsFirst({ searchType, searchOrderBy }: SearchStep): string {
  const isAtStand = searchType.startsWith('by_near_stand')
  const isByQueue = searchOrderBy === 'by_distance' || searchOrderBy === 'by_idle_from'
  return isAtStand && isByQueue ? 'în ordinea cozii din stație' : FIRST[searchOrderBy]
}

function notificationText({ notificationMethod, searchSeconds, stagger }: SearchStep): string {
  if (notificationMethod === 'pending_pinned') {
    return `trece mai departe după ${seconds(searchSeconds)}, dar comanda rămâne fixată`
  }
  if (notificationMethod !== 'all') return ''
  if (!stagger) return 'toți odată'
  return `câte ${drivers(stagger.drivers)} la fiecare ${seconds(stagger.seconds)}`
}

function banSentence({ banConditions: bans }: SearchStep): string {
  if (!bans.active) return ''
  const ignored = plural(bans.count, 'comandă ignorată', 'comenzi ignorate', 'de comenzi ignorate')
  const window = minutes(bans.resetInterval)
  const what = bans.type === 'ban' ? `ban ${window}` : 'trecerea la coada rândului'
  return `${what} la ${ignored} în ${window}, ${placesText(bans.drivers)}`
}

function placesText({ from, to }: { from: number; to: number }): string {
  if (from === to) return from === 1 ? 'pentru primul din listă' : `pentru al ${from}-lea din listă`
  return from === 1 ? `pentru primii ${to} din listă` : `pentru locurile ${from}–${to} din listă`
}

/** The whole method as one paragraph: „Întâi caută …; apoi …. Cel mult 21 s.” */
export function methodSentence(steps: readonly SearchStep[]): string {
  if (steps.length === 0) return ''
  const sentences = steps.map((step, index) => `${index === 0 ? 'Întâi' : 'apoi'} ${stepSentence(step)}`)
  return `${sentences.join('; ')}. ${howLong(steps)}`
}

/** A rotation lasts as long as there are drivers, so only the other steps add up. */
function howLong(steps: readonly SearchStep[]): string {
  const rotations = steps.filter(({ notificationMethod }) => notificationMethod === 'by_rotation').length
  const fixed = steps.filter(({ notificationMethod }) => notificationMethod !== 'by_rotation')
  const total = seconds(fixed.reduce((sum, { searchSeconds }) => sum + searchSeconds, 0))
  if (rotations === 0) return `În total cel mult ${total}.`
  return fixed.length === 0 ? 'Cât ține rândul.' : `În total ${total} și cât ține rândul.`
}
