import { previewSearch, type SearchPreview } from '@dispecerat/contract/dispatch/preview-search'
import { listOrderOptions, listPartners, listProtocolCompanies } from '@dispecerat/contract/orders/company-dispatch'
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { endpointKey } from '../../../api/endpoint-query.ts'
import { queryClient } from '../../../api/query-client.ts'
import { type FakeServer, fakeServer } from '../../../testing/fake-server.ts'
import { renderPart } from '../../../testing/render.tsx'
import { emptyDraft, emptyPlace } from '../draft/order-draft.ts'
import { SearchPreviewLine } from './search-preview-line.tsx'

const PREVIEW: SearchPreview = {
  at: '2026-03-18 10:00:00',
  lead: null,
  warning: null,
  interval_id: null,
  steps: [
    {
      step: 1,
      drivers: [],
      passed_over: [],
      passed_over_count: 0,
      others: { asked: 0, passed_over: [] },
      params: {
        search_order_by: 'by_distance',
        search_type: 'by_zone',
        notification_method: 'all',
        search_time: 60,
        search_limit: 5000,
      },
    },
  ],
}
const draftAt = (lat: number) => ({ ...emptyDraft(), places: [{ ...emptyPlace('a'), point: { lat, long: 25.6 } }] })

function Form() {
  const [lat, setLat] = useState(45.65)
  return (
    <>
      <button type="button" onClick={() => setLat(45.7)}>
        other address
      </button>
      <SearchPreviewLine draft={draftAt(lat)} />
    </>
  )
}

const list = () => document.querySelector('details')
const queries = () => queryClient.getQueryCache().findAll({ queryKey: endpointKey(previewSearch) })
const failures = () => queries().filter(({ state }) => state.status === 'error')
const requestAgain = () =>
  act(() => queryClient.refetchQueries({ queryKey: endpointKey(previewSearch), type: 'active' }))

function render() {
  const server = fakeServer()
  for (const endpoint of [listOrderOptions, listPartners, listProtocolCompanies]) server.reply(endpoint, { data: [] })
  server.reply(previewSearch, { data: PREVIEW })
  return { server, user: renderPart(<Form />) }
}

/** A refusal stands for a late reply: either way the query has no data. */
const fail = (server: FakeServer) => server.refuse(previewSearch, { code: 'company.unknown' })

test('the opened list stays open with the focus when its reply does not arrive in time', async () => {
  const { server, user } = render()
  const line = await screen.findByText('acum nu ar primi nimeni')
  fail(server)
  await user.click(line)
  line.focus()
  await expect.poll(failures).toHaveLength(1)
  await requestAgain()
  expect(list()?.open).toBe(true)
  expect(document.activeElement).toBe(line)
  server.reply(previewSearch, { data: { ...PREVIEW, steps: [] } })
  await requestAgain()
  await expect.poll(() => screen.queryByText(/^Pasul 1/)).toBeNull()
  expect(list()?.open).toBe(true)
  expect(document.activeElement).toBe(line)
})

test('a departure that cannot be promised is said beside the start of the search', async () => {
  const { server } = render()
  await screen.findByText('acum nu ar primi nimeni')
  expect(screen.queryByRole('status')).toBeNull()
  const figures = { needed_minutes: 18, left_minutes: 10, orders: null, unserved: null }
  const lead = { minutes: 18, source: 'learned' as const }
  server.reply(previewSearch, { data: { ...PREVIEW, lead, warning: { reason: 'too_soon', ...figures } } })
  await requestAgain()
  await screen.findByText('căutarea pornește la 12:00 (cu 18 min înainte, învățat din curse)')
  expect(screen.getByRole('status').textContent).toContain(
    'Ora nu se poate promite: o mașină ajunge aici în 18 min, iar căutarea are numai 10.',
  )
})

test('the opened list comes back open after another address had no reply for a while', async () => {
  const { server, user } = render()
  await user.click(await screen.findByText('acum nu ar primi nimeni'))
  await screen.findByText(/^Pasul 1/)
  fail(server)
  await user.click(screen.getByText('other address'))
  await expect.poll(list).toBeNull()
  await expect.poll(failures).toHaveLength(1)
  server.reply(previewSearch, { data: PREVIEW })
  await requestAgain()
  await screen.findByText(/^Pasul 1/)
  expect(list()?.open).toBe(true)
})
