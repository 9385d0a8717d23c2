import { listReplays } from '@dispecerat/contract/dispatch/replays'
import {
  listSearchIntervals,
  type SearchInterval,
  sortSearchIntervals,
} from '@dispecerat/contract/dispatch/search-rules'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { administrationRoutes } from '../../routes/administration-routes.tsx'
import { type FakeServer, fakeServer } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'
import { discardDraft } from './use-rules-draft.ts'

const MANAGER = { role: 'company_admin' } as const
const ALL_DAY = { time_from: '00:00:00', time_to: '23:59:59', selected_day: null, custom_day: null }

const interval = (id: number, name: string, value: Partial<SearchInterval['value']>) => ({
  id,
  name,
  company_id: 1,
  type: 'weekdays' as const,
  value: { ...ALL_DAY, ...value },
  search_method_id: id,
  definitions: { items: [{}] },
  version: 1,
  method_version: 1,
  updated_at: null,
  updated_by: null,
})
const RULES = [
  interval(1, 'Noaptea', { time_from: '22:00:00', time_to: '05:59:59' }),
  interval(2, 'Sâmbăta', { selected_day: 6 }),
  interval(3, 'Ziua', {}),
]

let server: FakeServer

beforeEach(() => {
  server = fakeServer()
  server.reply(listReplays, { data: [] })
  server.reply(listSearchIntervals, { company_id: 1, companies: [{ id: 1, name: 'Taxi Demo' }], data: RULES })
})

afterEach(discardDraft)

async function open(name: string, options = {}) {
  const { user, router } = renderScreen('/builder', administrationRoutes, { ...MANAGER, ...options })
  await user.click(await face(name))
  return { user, router }
}

const face = async (name: string) => {
  const text = await screen.findByText(name, { selector: '.rule-name' })
  return text.closest('button') as HTMLElement
}
const names = () => [...document.querySelectorAll('.rule-name')].map((name) => name.textContent)
const save = '{Control>}s{/Control}'

test('arrows move through the week, and Enter opens the interval that applies there', async () => {
  const { user } = await open('Ziua')
  const piece = await screen.findByRole('button', { name: 'luni 00:00–06:00: Noaptea, stă peste Ziua' })
  piece.focus()
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('luni 06:00–22:00: Ziua')
  await user.keyboard('{ArrowDown>5/}')
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^sâmbătă 06:00–22:00: Sâmbăta/)
  await user.keyboard('{Enter}')
  expect((await face('Sâmbăta')).getAttribute('aria-current')).toBe('true')
})

test('invalid numbers are marked at their fields and in the list, and nothing is saved', async () => {
  const { user } = await open('Ziua')
  const time = await screen.findByLabelText('Timp (s)')
  await user.clear(time)
  await user.type(time, '0')
  await user.clear(screen.getByLabelText('Limită (șoferi)'))
  await screen.findByText('Timpul de căutare trebuie să fie un număr întreg între 1 și 600 de secunde.')
  screen.getByText('Limita trebuie să fie un număr întreg între 1 și 500 de șoferi.')
  within(await face('Ziua')).getByText('! 2 câmpuri greșite')

  await user.click(await face('Noaptea'))
  await user.keyboard(save)
  await screen.findByText('Corectați câmpurile marcate, apoi salvați.')
  await expect.poll(() => document.activeElement?.getAttribute('aria-invalid')).toBe('true')
  expect((await face('Ziua')).getAttribute('aria-current')).toBe('true')
})

test('an hour that does not exist and a special day without its date are marked at their fields', async () => {
  const { user } = await open('Noaptea')
  const from = await screen.findByLabelText('De la')
  await user.clear(from)
  await user.type(from, '25:00')
  await user.tab()
  screen.getByText('Ora de început trebuie scrisă HH:mm:ss.')
  await user.click(screen.getByLabelText('Într-o zi specială'))
  await screen.findByText('Alegeți data zilei speciale.')
})

test('the buttons of a row move it by one place', async () => {
  server.reply(sortSearchIntervals, { data: [] })
  const { user } = await open('Noaptea')
  await user.click(screen.getByRole('button', { name: 'Mută mai jos Sâmbăta' }))
  expect(names()).toEqual(['Noaptea', 'Ziua', 'Sâmbăta'])
  await expect.poll(() => server.received(sortSearchIntervals).map(({ body }) => body.ids)).toEqual([[1, 3, 2]])
})

test('leaving with unsaved changes needs a confirmation; staying keeps them, leaving discards them', async () => {
  const { user, router } = await open('Noaptea')
  const name = await screen.findByLabelText('Nume')
  await user.type(name, ' lungă')
  await user.click(screen.getByText('Alt ecran'))
  const question = () => screen.findByRole('dialog', { name: 'Aveți modificări nesalvate. Le părăsiți?' })
  await user.click(within(await question()).getByText('Rămân aici'))
  expect(name).toHaveProperty('value', 'Noaptea lungă')
  expect(router.state.location.pathname).toBe('/builder')

  await user.click(screen.getByText('Alt ecran'))
  await user.click(within(await question()).getByText('Pleacă fără salvare'))
  await screen.findByRole('heading', { name: 'Alt ecran' })
  router.history.back()
  await face('Noaptea')
  expect(names()).toEqual(['Noaptea', 'Sâmbăta', 'Ziua'])
})

test('a user who may read the rules but not change them sees sentences, without fields and buttons', async () => {
  await open('Sâmbăta', { without: ['search_rules.edit'] })
  await screen.findByText('Pasul 1')
  screen.getByText('Regulile de căutare le schimbă administratorul companiei.')
  expect(screen.queryAllByRole('textbox')).toEqual([])
  expect(screen.queryAllByRole('button', { name: /Salvează|Șterge|Mută|Duplică|Adaugă/ })).toEqual([])
})

test('a role that may not read the rules gets "not found", and the menu stays', async () => {
  renderScreen('/builder', administrationRoutes, { role: 'dispatcher', without: ['search_rules.read'] })
  await screen.findByRole('heading', { name: 'Pagina nu există.' })
  screen.getByRole('navigation', { name: 'Meniu principal' })
})
