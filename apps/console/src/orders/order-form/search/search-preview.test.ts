import type { SearchPreview } from '@dispecerat/contract/dispatch/preview-search'
import { describe, expect, test } from 'vitest'
import { emptyDraft, emptyPlace } from '../draft/order-draft.ts'
import { leadLine, passedGroups, previewBody, previewLine } from './search-preview.ts'

type Step = SearchPreview['steps'][number]

function aStep(
  step: number,
  signs: string[],
  passed: [string, Step['passed_over'][number]['reason'], string?][] = [],
): Step {
  return {
    step,
    params: {
      search_order_by: 'by_distance',
      search_type: 'by_radius',
      notification_method: 'all',
      search_time: 6,
      search_limit: 1000,
    },
    drivers: signs.map((indicativ, i) => ({
      driver_id: i + 1,
      indicativ,
      rank: i + 1,
      distance_m: 100,
      route_m: null,
      route_is_guess: false,
      is_priority: false,
      is_partner: false,
    })),
    passed_over: passed.map(([indicativ, reason, until], i) => ({
      driver_id: 100 + i,
      indicativ,
      reason,
      until: until ?? null,
      distance_m: 1240,
      distance_is_guess: true,
    })),
    passed_over_count: passed.length,
    others: { asked: 0, passed_over: [] },
  }
}

const preview = (...steps: Step[]): SearchPreview => ({
  at: '2026-11-21 12:00:00',
  lead: null,
  warning: null,
  interval_id: null,
  steps,
})

describe('the line under a new order', () => {
  test('has the first drivers, counts the rest, and gives the reason for those nearby', () => {
    const step = aStep(
      1,
      ['112', '27', '5', '81', '90'],
      [
        ['44', 'busy'],
        ['9', 'banned', '2026-11-21 12:20:00'],
        ['60', 'beyond_limit'],
      ],
    )
    expect(previewLine(preview(step))).toBe('ar primi acum: 112, 27, 5 (+2); nu: 44 ocupat, 9 blocat până la 14:20')
  })

  test('counts the drivers of partners, who have no call sign here', () => {
    const partners = (step: Step, count: number): Step => ({ ...step, others: { asked: count, passed_over: [] } })
    expect(previewLine(preview(partners(aStep(1, ['7']), 2)))).toBe('ar primi acum: 7 + 2 de la parteneri')
    expect(previewLine(preview(aStep(1, []), partners(aStep(2, []), 1)))).toBe('ar primi la pasul 2: 1 de la parteneri')
  })

  test('skips to the first step that offers to a driver', () => {
    expect(previewLine(preview(aStep(1, []), aStep(2, ['7'])))).toBe('ar primi la pasul 2: 7')
  })

  test('says when no driver would get it', () => {
    expect(previewLine(preview(aStep(1, [], [['44', 'paused']])))).toBe('acum nu ar primi nimeni; nu: 44 în pauză')
    expect(previewLine(preview())).toBe('acum nu ar primi nimeni')
  })
})

test.each([
  [null, null],
  [{ minutes: 18, source: 'learned' }, 'căutarea pornește la 13:42 (cu 18 min înainte, învățat din curse)'],
  [{ minutes: 15, source: 'default' }, 'căutarea pornește la 13:42 (cu 15 min înainte, implicit)'],
  [{ minutes: 45, source: 'rule' }, 'căutarea pornește la 13:42 (cu 45 min înainte)'],
] as const)('the lead %o is shown as %s', (lead, line) => {
  expect(leadLine({ ...preview(), at: '2026-11-21 11:42:00', lead })).toBe(line)
})

test('the full list groups drivers by reason, reasons of the driver first', () => {
  const step = aStep(
    1,
    [],
    [
      ['60', 'off_shift'],
      ['9', 'banned', '2026-11-21 12:20:00'],
      ['61', 'off_shift'],
      ['81', 'beyond_limit'],
    ],
  )
  expect(passedGroups(step)).toEqual([
    { reason: 'banned', signs: ['9 (până la 14:20)'] },
    { reason: 'beyond_limit', signs: ['81 (≈ 1,2 km)'] },
    { reason: 'off_shift', signs: ['60', '61'] },
  ])
})

describe('the request for a draft', () => {
  const about = {
    now: new Date('2026-11-21T12:00:42Z'),
    ownCompanyIds: [1],
    partnerIds: { all: [7, 8], byDefault: [7] },
  }
  const point = { lat: 45.64, long: 25.58 }
  const draft = { ...emptyDraft(), places: [{ ...emptyPlace('a'), name: 'Piața Sfatului', point }] }

  test('is none before place A has coordinates', () => {
    expect(previewBody(emptyDraft(), about)).toBeNull()
  })

  test('contains neither phone, name nor address', () => {
    const body = previewBody({ ...draft, phone: '0722333444', name: 'Ion' }, about)
    expect(body).toEqual({
      places: [point],
      options: {},
      send_to_other_company: true,
      search_company_ids: [1, 7],
    })
  })

  test('contains partners, options and the hour, to the minute', () => {
    const input = { ...draft, partner: 'all', options: ['pos'], departure: { kind: 'in' as const, minutes: 30 } }
    expect(previewBody(input, about)).toMatchObject({
      departure_time: '2026-11-21 12:30:00',
      options: { pos: true },
      send_to_other_company: true,
      search_company_ids: [1, 7, 8],
    })
  })

  test('contains the lead of a chosen hour only where one was entered', () => {
    const at = { kind: 'at' as const, wall: '2026-11-21 18:00' }
    const bodyOf = (departure: typeof at & { leadMinutes?: number | null }) =>
      previewBody({ ...draft, departure }, about)
    expect(bodyOf({ ...at, leadMinutes: 40 })).toMatchObject({ lead_minutes: 40 })
    for (const leadMinutes of [null, undefined])
      expect(bodyOf({ ...at, leadMinutes })).not.toHaveProperty('lead_minutes')
  })
})
