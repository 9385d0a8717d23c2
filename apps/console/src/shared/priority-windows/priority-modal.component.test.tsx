import {
  addPriorityWindow,
  listPriorityWindows,
  type PriorityWindow,
} from '@dispecerat/contract/fleet/priority-windows'
import { listDrivers } from '@dispecerat/contract/orders/company-dispatch'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderPart } from '../../testing/render.tsx'
import { PriorityModal } from './priority-modal.tsx'

const windows = (count: number): PriorityWindow[] =>
  Array.from({ length: count }, (_, n) => ({
    id: n + 1,
    from: `2030-01-01 ${String(n + 1).padStart(2, '0')}:00:00`,
    to: '2030-01-01 21:00:00',
    users: [{ id: 101, indicativ: String(101 + n) }],
  }))

/** A fake server that pages through these windows. */
function serverWith(all: PriorityWindow[]) {
  const server = fakeServer()
  server.reply(listDrivers, { data: [] })
  server.reply(listPriorityWindows, ({ query: { page, per_page } }) => ({
    data: all.slice((page - 1) * per_page, page * per_page),
    total: all.length,
    meta: { page, per_page, total: all.length, total_is_capped: false },
  }))
  return server
}

const rows = () => screen.getAllByRole('row').slice(1)

test('an invalid time and a window without drivers are marked at their fields, and nothing is sent', async () => {
  const server = serverWith([])
  const user = renderPart(<PriorityModal onClose={() => undefined} />)
  const from = screen.getByLabelText('De la')
  await user.clear(from)
  await user.type(from, 'mâine')
  await user.type(screen.getByLabelText('Până la'), '{Enter}')
  screen.getByText('Scrieți data ca 2026-11-21 14:30:00')
  screen.getByText('Alegeți cel puțin un șofer')
  expect(document.activeElement).toBe(from)
  expect(server.received(addPriorityWindow)).toEqual([])
})

test('windows are listed ten a page, and the pages are turned by keyboard', async () => {
  serverWith(windows(13))
  const user = renderPart(<PriorityModal onClose={() => undefined} />)
  await expect.poll(() => rows().length).toBe(10)
  screen.getByRole('button', { name: 'Pagina 2' }).focus()
  await user.keyboard('{Enter}')
  await expect.poll(() => rows().length).toBe(3)
  expect(rows()[0]?.textContent).toContain('111')
})
