import { type BroadcastProgress, listBroadcasts, stopBroadcast } from '@dispecerat/contract/office/broadcasts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderPart } from '../../testing/render.tsx'
import { BroadcastList } from './broadcast-progress.tsx'

const SENDING: BroadcastProgress = {
  broadcast_id: '6f1c5a3e-5d0b-4f4e-9a57-0a4a1f6f2a11',
  audience: 'clients',
  sender_name: 'Ana',
  message: 'Polei',
  receivers: 5000,
  done: 600,
  waiting: 250,
  state: 'sending',
  created_at: '2026-03-01T10:00:00.000Z',
}

test('a broadcast in progress shows its progress and can be stopped; a sent one cannot', async () => {
  const server = fakeServer()
  const sent = { ...SENDING, broadcast_id: 'a', message: 'Sărbători', done: 5000, waiting: 0, state: 'sent' as const }
  server.reply(listBroadcasts, { data: [SENDING, sent] })
  const user = renderPart(<BroadcastList />)
  await screen.findByText('Se trimite: 600 din 5000, 250 SMS în așteptare')
  screen.getByText('Trimis: 5000')
  expect(screen.getAllByRole('button')).toHaveLength(1)
  const stopped = { ...SENDING, waiting: 0, state: 'stopped' as const }
  server.reply(stopBroadcast, { data: stopped })
  server.reply(listBroadcasts, { data: [stopped, sent] })
  await user.click(screen.getByRole('button', { name: 'Oprește „Polei”' }))
  await screen.findByText('Oprit: 600 din 5000')
  expect(screen.queryByRole('button', { name: 'Oprește „Polei”' })).toBeNull()
  expect(server.received(stopBroadcast)).toHaveLength(1)
})
