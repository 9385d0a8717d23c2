import type { OrderRow } from '@dispecerat/contract/orders/order-shapes'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '../../testing/render.tsx'
import { serverNow } from '../../ui/now.ts'
import { RowTags } from './row-tags.tsx'

const car = { car_warning: null, replacement_since: null, car_indicativ: '112' }

test('a row shows that its fare is to be verified, with the reason', () => {
  const trip = { state: 'finished', trip_state: null, departure_time: '2026-03-01 10:00:00' } as const
  const doubt = { reason: 'above_estimate', times: 12, trip_seconds: 40 } as const
  renderPart(
    <RowTags
      order={{ ...trip, ...car, cod_amount: null, prep_minutes: null, fare_doubt: doubt, arrival_doubt: null }}
    />,
  )
  const tag = screen.getByTitle('de 12 ori peste estimare')
  expect(tag.textContent).toBe('Tarif de verificat: de 12 ori peste estimare')
})

test.each<[NonNullable<OrderRow['arrival_doubt']>, string]>([
  [{ reason: 'far', metres: 1240 }, 'mașina era la 1,2 km de adresă'],
  [{ reason: 'no_position', metres: null }, 'telefonul nu trimitea poziția'],
])('a row whose car waits without evidence shows why: %o', (doubt, why) => {
  const waiting = { state: 'assigned', trip_state: 'waiting_client', departure_time: '2026-03-01 10:00:00' } as const
  const order = { ...waiting, ...car, cod_amount: null, prep_minutes: null, fare_doubt: null, arrival_doubt: doubt }
  renderPart(
    <>
      <RowTags order={order} />
      <RowTags order={{ ...order, trip_state: 'started' }} />
    </>,
  )
  expect(screen.getByTitle(why).textContent).toBe(`Sosire neverificată: ${why}`)
})

test.each<[NonNullable<OrderRow['car_warning']>['kind'], string]>([
  ['standing', 'stă pe loc de 4 min'],
  ['leaving', 'se îndepărtează'],
  ['silent', 'fără poziție de 4 min'],
])('a row whose car does not come shows how, and since when: %s', (kind, text) => {
  const since = toWireTime(new Date(serverNow() - 4.5 * 60_000))
  const trip = { state: 'assigned', trip_state: 'waiting_driver', departure_time: since } as const
  const nothing = { cod_amount: null, prep_minutes: null, fare_doubt: null, arrival_doubt: null }
  renderPart(<RowTags order={{ ...trip, ...car, ...nothing, car_warning: { kind, since } }} />)
  screen.getByText(text)
})

test('a row shows that another car is searched, in place of how the car does not come', () => {
  const trip = { state: 'assigned', trip_state: 'waiting_driver', departure_time: '2026-03-01 10:00:00' } as const
  const nothing = { cod_amount: null, prep_minutes: null, fare_doubt: null, arrival_doubt: null }
  const since = '2026-03-01 10:09:00'
  const warned = { car_warning: { kind: 'standing', since }, replacement_since: since } as const
  renderPart(<RowTags order={{ ...trip, ...car, ...nothing, ...warned }} />)
  expect(screen.getByText('caut altă mașină').title).toBe('caut altă mașină, 112 rămâne până acceptă cineva')
  expect(screen.queryByText(/stă pe loc/)).toBeNull()
})
