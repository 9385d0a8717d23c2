import { describe, expect, test } from 'vitest'
import { hoursText, whenText } from './interval-labels.ts'
import { type SearchStep, STEP_DEFAULTS } from './search-rules.ts'
import { limitInMetres, methodSentence, stepSentence } from './search-summary.ts'

const step = (over: Partial<SearchStep> = {}): SearchStep => ({ ...STEP_DEFAULTS, ...over })
const bans = (over: Partial<SearchStep['banConditions']>) => ({
  banConditions: { ...STEP_DEFAULTS.banConditions, active: true, ...over },
})

describe('text of a step', () => {
  const table: [string, Partial<SearchStep>, string][] = [
    ['the defaults', {}, 'caută 6 s în zona clientului, maximum 50 de șoferi, cei mai apropiați primii, toți odată'],
    [
      'one driver',
      { searchLimit: 1 },
      'caută 6 s în zona clientului, maximum 1 șofer, cei mai apropiați primii, toți odată',
    ],
    [
      'a few drivers',
      { searchLimit: 19 },
      'caută 6 s în zona clientului, maximum 19 șoferi, cei mai apropiați primii, toți odată',
    ],
    [
      'twenty drivers',
      { searchLimit: 20 },
      'caută 6 s în zona clientului, maximum 20 de șoferi, cei mai apropiați primii, toți odată',
    ],
    [
      'a hundred and one',
      { searchLimit: 101 },
      'caută 6 s în zona clientului, maximum 101 șoferi, cei mai apropiați primii, toți odată',
    ],
    [
      'neighbours, longest idle first',
      { searchType: 'by_near_zone', searchOrderBy: 'by_idle_from', searchLimit: 5 },
      'caută 6 s în zonele vecine, maximum 5 șoferi, cei liberi de cel mai mult timp primii, toți odată',
    ],
    [
      'a radius, by the way',
      { searchType: 'by_radius', searchLimit: 2500, searchOrderBy: 'by_route_distance' },
      'caută 6 s pe o rază de 2,5 km, cei mai apropiați pe traseu primii, toți odată',
    ],
    [
      'the way, at random',
      { searchType: 'by_route', searchLimit: 850, searchOrderBy: 'any' },
      'caută 6 s la cel mult 850 m de mers pe traseu, la întâmplare, toți odată',
    ],
    [
      'a stand by its queue',
      { searchType: 'by_near_stand', searchLimit: 1000 },
      'caută 6 s la stația cea mai apropiată, cel mult 1 km de client, în ordinea cozii din stație, toți odată',
    ],
    [
      'a stand by the way',
      { searchType: 'by_near_stand_with_route', searchLimit: 1500, searchOrderBy: 'by_route_distance' },
      'caută 6 s la stația cea mai apropiată pe traseu, cel mult 1,5 km de client, cei mai apropiați pe traseu primii, toți odată',
    ],
    [
      'a stand and its zone',
      { searchType: 'by_near_stand_and_polygon', searchLimit: 12_000, searchOrderBy: 'by_idle_from' },
      'caută 6 s la stația din zona clientului, cel mult 12 km de el, apoi în restul zonei, în ordinea cozii din stație, toți odată',
    ],
    [
      'one after the other',
      { notificationMethod: 'by_rotation', searchSeconds: 12 },
      'întreabă pe rând, câte 12 s de fiecare, în zona clientului, maximum 50 de șoferi, cei mai apropiați primii',
    ],
    [
      'the pending list',
      { notificationMethod: 'pending', searchSeconds: 120 },
      'ține 120 s în lista de așteptare a șoferilor în zona clientului, maximum 50 de șoferi, cei mai apropiați primii',
    ],
    [
      'pinned in the list',
      { notificationMethod: 'pending_pinned', searchSeconds: 60, searchType: 'by_radius', searchLimit: 10_000 },
      'fixează în lista de așteptare a șoferilor pe o rază de 10 km, cei mai apropiați primii, trece mai departe după 60 s, dar comanda rămâne fixată',
    ],
    [
      'groups of one',
      { stagger: { drivers: 1, seconds: 2 } },
      'caută 6 s în zona clientului, maximum 50 de șoferi, cei mai apropiați primii, câte 1 șofer la fiecare 2 s',
    ],
    [
      'groups of three, without those asked, with those almost free',
      { stagger: { drivers: 3, seconds: 2 }, excludePrevious: true, showForBusyDrivers: true },
      'caută 6 s în zona clientului, maximum 50 de șoferi, cei mai apropiați primii, câte 3 șoferi la fiecare 2 s, fără cei întrebați deja, și șoferii care încheie o cursă',
    ],
    [
      'a ban for the first',
      bans({}),
      'caută 6 s în zona clientului, maximum 50 de șoferi, cei mai apropiați primii, toți odată, ban 60 de minute la 5 comenzi ignorate în 60 de minute, pentru primul din listă',
    ],
    [
      'the back of the queue for the second to the fourth',
      bans({ type: 'reset', count: 1, resetInterval: 1, drivers: { from: 2, to: 4 } }),
      'caută 6 s în zona clientului, maximum 50 de șoferi, cei mai apropiați primii, toți odată, trecerea la coada rândului la 1 comandă ignorată în 1 minut, pentru locurile 2–4 din listă',
    ],
    [
      'a ban for the first three, and for the third alone',
      bans({ count: 20, drivers: { from: 1, to: 3 } }),
      'caută 6 s în zona clientului, maximum 50 de șoferi, cei mai apropiați primii, toți odată, ban 60 de minute la 20 de comenzi ignorate în 60 de minute, pentru primii 3 din listă',
    ],
  ]
  test.each(table)('%s', (_name, over, sentence) => expect(stepSentence(step(over))).toBe(sentence))
})

describe('text of a method', () => {
  test('lists its steps in turn and its maximum duration', () => {
    const steps = [step(), step({ searchType: 'by_radius', searchLimit: 5000, searchSeconds: 10 })]
    expect(methodSentence(steps)).toBe(
      'Întâi caută 6 s în zona clientului, maximum 50 de șoferi, cei mai apropiați primii, toți odată; apoi caută 10 s pe o rază de 5 km, cei mai apropiați primii, toți odată. În total cel mult 16 s.',
    )
  })
  test('has no maximum duration with a rotation', () => {
    const turns = step({ notificationMethod: 'by_rotation', searchSeconds: 12 })
    expect(methodSentence([turns])).toMatch(/ Cât ține rândul\.$/)
    expect(methodSentence([turns, step()])).toMatch(/ În total 6 s și cât ține rândul\.$/)
  })
  test('is empty without steps', () => expect(methodSentence([])).toBe(''))
})

describe("text of an interval's time", () => {
  const week = {
    type: 'weekdays',
    timeFrom: '00:00:00',
    timeTo: '23:59:59',
    selectedDay: null,
    customDay: null,
  } as const
  test.each([
    [{}, 'în fiecare zi, toată ziua'],
    [{ timeFrom: '22:00:00', timeTo: '05:59:59' }, 'în fiecare zi, 22:00–06:00'],
    [{ selectedDay: 6, timeFrom: '18:00:00' }, 'sâmbătă, 18:00–24:00'],
    [{ selectedDay: 7, timeFrom: '08:00:30', timeTo: '12:00:00' }, 'duminică, 08:00:30–12:00'],
    [{ type: 'custom', customDay: '2026-12-01' } as const, '1 decembrie 2026, toată ziua'],
    [{ type: 'custom', customDay: '' } as const, 'zi specială fără dată, toată ziua'],
  ])('%j', (over, text) => expect(whenText({ ...week, ...over })).toBe(text))

  test('an end inside a minute is shown to the second', () => {
    expect(hoursText({ timeFrom: '07:00:00', timeTo: '07:30:10' })).toBe('07:00–07:30:10')
  })
})

test('limits in metres are not rounded', () => {
  expect([50, 999, 1000, 1250, 1234, 100_000].map(limitInMetres)).toEqual([
    '50 m',
    '999 m',
    '1 km',
    '1,25 km',
    '1,234 km',
    '100 km',
  ])
})
