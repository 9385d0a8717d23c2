import type * as contract from '@dispecerat/contract/dispatch/search-rules'
import type { z } from 'zod'

type Input = z.input<typeof contract.createSearchInterval.body>

/** Description, input, and the fields with errors. */
export const WRONG_INTERVALS: [string, Input, string[]][] = [
  ['an hour that is none', { value: { time_from: '7:00' } }, ['value.time_from']],
  ['a special day without its date', { type: 'custom' }, ['value.custom_day']],
  ['a day that is not in the calendar', { type: 'custom', value: { custom_day: '2026-02-30' } }, ['value.custom_day']],
  ['an eighth weekday', { value: { selected_day: 8 } }, ['value.selected_day']],
  [
    'steps beyond their limits',
    {
      definitions: {
        items: [
          { search_time: 601 },
          { search_type: 'by_radius', search_limit: 49 },
          { search_limit: 501, ban_conditions: { drivers: { from: 3, to: 2 } } },
        ],
      },
    },
    [
      'definitions.items.0.search_time',
      'definitions.items.1.search_limit',
      'definitions.items.2.search_limit',
      'definitions.items.2.ban_conditions.drivers.to',
    ],
  ],
  [
    'a ban past the end of the calendar',
    { definitions: { items: [{ ban_conditions: { active: true, reset_interval: 9e15 } }] } },
    ['definitions.items.0.ban_conditions.reset_interval'],
  ],
  [
    'groups under rotation',
    { definitions: { items: [{ notification_method: 'by_rotation', stagger: { drivers: 2, seconds: 2 } }] } },
    ['definitions.items.0.stagger'],
  ],
  [
    'a type nobody knows',
    { definitions: { items: [{ search_type: 'by_moon' as 'by_zone' }] } },
    ['definitions.items.0.search_type'],
  ],
  ['more steps than anybody draws', { definitions: { items: Array(21).fill({}) } }, ['definitions.items']],
]
