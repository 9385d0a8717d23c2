import { banUser } from '@dispecerat/contract/fleet/bans'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { workspaceRoutes } from '../../routes/workspace-routes.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'
import { BanControl } from './ban-control.tsx'

const FREE = { id: 101, ban_until: null, ban_reason: null }
const BANNED = { id: 101, ban_until: '2099-01-01 00:00:00', ban_reason: 'Refuză comenzi' }

/** The address decides the time format: the workspace leaves the seconds out. */
async function renderControl(driver: Parameters<typeof BanControl>[0]['driver']) {
  const only = () => <BanControl driver={driver} name="101 Ion" />
  const { user } = renderScreen('/operator/order/0', workspaceRoutes, { only })
  await screen.findByRole('button', { name: /Blochează|Deblochează/ })
  return user
}

const opener = () => screen.getByRole('button', { name: /Blochează|Deblochează/ })
const items = () => screen.getAllByRole('menuitem').map((item) => item.textContent)

/** Opens the menu and chooses an entry with the keyboard. */
async function choose(user: ReturnType<typeof renderScreen>['user'], name: string) {
  opener().focus()
  await user.keyboard('{Enter}')
  const item = await screen.findByRole('menuitem', { name })
  for (let presses = 0; presses < 10 && document.activeElement !== item; presses++) await user.keyboard('{ArrowDown}')
  await user.keyboard('{Enter}')
  return screen.findByRole('dialog', { name: 'Motivul blocării' })
}

test('a ban without its reason is not sent, and closing the dialog returns the focus', async () => {
  fakeServer()
  const user = await renderControl(FREE)
  await choose(user, '3 ore')
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Motiv'))
  await user.keyboard('{Enter}')
  screen.getByText('Motivul este obligatoriu')
  screen.getByRole('button', { name: 'Închide' }).focus()
  await user.keyboard('{Enter}')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(opener())
})

test('a free driver can be banned for seven lengths, a banned one only unbanned, with the reason of the ban', async () => {
  fakeServer()
  const user = await renderControl(FREE)
  await user.click(opener())
  await screen.findByRole('menu')
  expect(items()).toEqual(['3 ore', '12 ore', '24 de ore', '48 de ore', '4 zile', 'Permanent', 'Până la o dată…'])
})

test('a banned driver can only be unbanned, and the menu shows the reason of the ban', async () => {
  fakeServer()
  const user = await renderControl(BANNED)
  await user.click(opener())
  await screen.findByRole('menu')
  expect(items()).toEqual(['DeblocheazăRefuză comenzi'])
})

test('a ban until a date requires the date, is not sent without it, and begins its day at midnight in Bucharest', async () => {
  const server = fakeServer()
  server.reply(banUser, { date: '2030-06-14 21:00:00', reason: 'Concediu' })
  const user = await renderControl(FREE)
  await choose(user, 'Până la o dată…')
  const date = screen.getByLabelText('Data')
  await expect.poll(() => document.activeElement).toBe(date)
  expect(screen.getByLabelText('Ora')).toHaveProperty('value', expect.stringMatching(/^00:00(:00)?$/))
  await user.type(screen.getByLabelText('Motiv'), 'Concediu{Enter}')
  screen.getByText('Alegeți data')
  expect(document.activeElement).toBe(date)
  expect(date.getAttribute('aria-invalid')).toBe('true')
  expect(server.received(banUser)).toEqual([])

  await user.type(date, '2030-06-15')
  await user.type(screen.getByLabelText('Motiv'), '{Enter}')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(server.received(banUser).map(({ body }) => body)).toEqual([
    { ban_until: '2030-06-14 21:00:00', reason: 'Concediu' },
  ])
})
