import { type BanOfDriver, listBans } from '@dispecerat/contract/fleet/bans'
import { type IncidentDetails, readIncident } from '@dispecerat/contract/office/incidents'
import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { test } from 'vitest'
import { reportRoutes } from '../../routes/report-routes.tsx'
import { workspaceRoutes } from '../../routes/workspace-routes.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'
import { BanControl } from '../bans/ban-control.tsx'
import { BanHistory } from '../bans/ban-history.tsx'
import { IncidentSheet } from '../incidents/incident-sheet.tsx'
import { OrderPreviewFacts } from '../order-preview/order-preview-facts.tsx'

const AT = '2026-07-01 06:30:07'
const SHOWN = '01.07.2026 09:30'

const BAN: BanOfDriver = {
  id: 1,
  banned_at: AT,
  ban_until: '2026-07-01 07:30:08',
  reason: 'Refuză comenzi',
  by: '2',
  by_name: 'Ana',
  order_id: null,
  ended_at: null,
  end_reason: null,
  ended_by_name: null,
}
const INCIDENT: IncidentDetails = {
  id: 1,
  company_id: 1,
  text: '',
  lat: null,
  long: null,
  address: null,
  type: 'accident',
  status: 'open',
  order_id: null,
  driver_id: null,
  driver_name: null,
  indicativ: null,
  driver_phone: null,
  client_id: null,
  client_name: null,
  client_phone: null,
  reported_by: null,
  created_at: AT,
  taken_by_name: null,
  taken_at: null,
  closed_by_name: null,
  closed_at: null,
  steps: [],
}
const ORDER = {
  id: 7,
  state: 'finished',
  trip_state: null,
  driver_id: null,
  driver: null,
  car_indicativ: null,
  created_at: '2026-07-01 06:00:00',
  departure_time: '2026-07-01 06:00:00',
  phone: null,
  client_phone: null,
  rating: null,
  is_next: false,
  manually_assigned: false,
  payment_type: 'cash',
  cost: null,
  fare_doubt: null,
  arrival_doubt: null,
  car_warning: null,
  replacement_since: null,
  finance_info: {},
  cancellation_reason_type: null,
  client_id: null,
  dispatcher_id: null,
  places: [{ id: 1, name: 'Gara' }],
  trip_started_at: AT,
  trip_finished_at: null,
} as unknown as OrderView

test.each([
  [
    'the end of a ban',
    () => <BanControl driver={{ id: 101, ban_until: '2090-07-01 06:30:07', ban_reason: null }} name="101 Ion" />,
    ['Blocat până la 01.07.2090 09:30', 'Blocat până la 01.07.2090 09:30:07'],
  ],
  [
    'the history of bans',
    () => <BanHistory driverId={101} />,
    [`${SHOWN} – 01.07.2026 10:30 · Ana`, `${SHOWN}:07 – 01.07.2026 10:30:08 · Ana`],
  ],
  ['an incident', () => <IncidentSheet id={1} onClose={() => undefined} />, [SHOWN, `${SHOWN}:07`]],
  [
    'the start of a trip',
    () => <OrderPreviewFacts order={ORDER} />,
    [`· Cursa a pornit ${SHOWN}`, `· Cursa a pornit ${SHOWN}:07`],
  ],
] as const)('%s shows seconds, workspaces do not', async (_, only, [onWorkspace, elsewhere]) => {
  const server = fakeServer()
  server.ignoreOthers()
  server.reply(listBans, { data: [BAN] })
  server.reply(readIncident, { data: INCIDENT })
  const see = async (text: string) => {
    for (const history of await screen.findAllByText(/Istoricul blocărilor|01\.07\.20/)) openDetails(history)
    await screen.findByText(text)
  }
  renderScreen('/operator/order/0', workspaceRoutes, { only })
  await see(onWorkspace)
  cleanup()
  renderScreen('/orders/all', reportRoutes, { only, role: 'company_admin' })
  await see(elsewhere)
})

function openDetails(summary: HTMLElement) {
  const details = summary.closest('details')
  if (!details || details.open) return
  details.open = true
  fireEvent(details, new Event('toggle'))
}
