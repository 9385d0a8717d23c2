import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '../../testing/render.tsx'
import { RowTags } from './row-tags.tsx'

test('a row shows that its fare is to be verified, with the reason', () => {
  const trip = { state: 'finished', trip_state: null, departure_time: '2026-03-01 10:00:00' } as const
  const doubt = { reason: 'above_estimate', times: 12, trip_seconds: 40 } as const
  renderPart(<RowTags order={{ ...trip, cod_amount: null, prep_minutes: null, fare_doubt: doubt }} />)
  const tag = screen.getByTitle('de 12 ori peste estimare')
  expect(tag.textContent).toBe('Tarif de verificat: de 12 ori peste estimare')
})
