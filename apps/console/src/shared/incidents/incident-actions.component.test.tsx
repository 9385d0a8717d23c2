import { type IncidentDetails, listIncidents, noteIncident } from '@dispecerat/contract/office/incidents'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpointKey } from '../../api/endpoint-query.ts'
import { queryClient } from '../../api/query-client.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderPart } from '../../testing/render.tsx'
import { IncidentActions } from './incident-actions.tsx'

const AT = '2026-07-13 08:00:00'
const INCIDENT: IncidentDetails = {
  id: 1,
  company_id: 1,
  text: '',
  lat: null,
  long: null,
  address: null,
  type: 'accident',
  status: 'in_work',
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
  taken_at: AT,
  closed_by_name: null,
  closed_at: null,
  steps: [],
}

test('text typed while a note is in flight stays when its reply arrives', async () => {
  const server = fakeServer()
  const release = server.hold(noteIncident, { data: INCIDENT })
  queryClient.setQueryData(endpointKey(listIncidents), 'read before')
  const user = renderPart(<IncidentActions incident={INCIDENT} />)
  const note = screen.getByRole<HTMLTextAreaElement>('textbox')
  await user.type(note, 'Ambulanța vine')
  await user.click(screen.getByRole('button', { name: 'Adaugă nota' }))
  await user.clear(note)
  await user.type(note, 'A sosit')
  release()
  await expect.poll(() => queryClient.getQueryState(endpointKey(listIncidents))?.isInvalidated).toBe(true)
  expect(note.value).toBe('A sosit')
  expect(server.received(noteIncident).map(({ body }) => body)).toEqual([{ note: 'Ambulanța vine' }])

  await user.clear(note)
  await user.type(note, 'Predat poliției')
  server.reply(noteIncident, { data: INCIDENT })
  await user.click(screen.getByRole('button', { name: 'Adaugă nota' }))
  await expect.poll(() => note.value).toBe('')
})
