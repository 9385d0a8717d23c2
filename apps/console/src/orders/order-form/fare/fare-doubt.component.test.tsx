import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { confirmFare } from '@dispecerat/contract/orders/orders'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../../testing/fake-server.ts'
import { renderPart } from '../../../testing/render.tsx'
import { FareDoubt } from './fare-doubt.tsx'

const DOUBT = { reason: 'above_estimate', times: 12, trip_seconds: 40 } as const

function draw(how: Parameters<typeof renderPart>[1] = {}) {
  const companies = { created_by_company_id: 1, processed_by_company_id: null }
  const order = { id: 7, version: 5, state: 'finished', cost: 399, fare_doubt: DOUBT, ...companies } as OrderView
  const server = fakeServer()
  server.neverReply(confirmFare)
  const user = renderPart(<FareDoubt order={order} doubt={DOUBT} />, { role: 'company_admin', ...how })
  return { server, user }
}

test.each(['button', 'key'])(
  'by %s a doubted fare is confirmed once the amount and the reason were shown',
  async (way) => {
    const { server, user } = draw()
    screen.getByText(/de 12 ori peste estimare/)
    if (way === 'button') await user.click(screen.getByRole('button', { name: /^Confirmă tariful/ }))
    else await user.keyboard('{Alt>}c{/Alt}')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('399,00 RON (de 12 ori peste estimare)')
    expect(server.received(confirmFare)).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Confirmă tariful' }))
    await expect.poll(() => server.received(confirmFare).map(({ params }) => params)).toEqual([{ id: 7 }])
  },
)

test('a user with a correction limit sees why the fare is doubted, and cannot confirm it', async () => {
  const { server, user } = draw({ without: ['orders.fare'] })
  const button = screen.getByRole('button', { name: /^Confirmă tariful/ })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.getAttribute('title')).toBe('Tariful îl poate confirma numai administratorul companiei.')
  await user.click(button)
  await user.keyboard('{Alt>}c{/Alt}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.received(confirmFare)).toEqual([])
})
