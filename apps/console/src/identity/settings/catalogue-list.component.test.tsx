import { type CatalogueEntry, editService, listCatalogueServices } from '@dispecerat/contract/identity/catalogue'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderPart } from '../../testing/render.tsx'
import { CatalogueList } from './catalogue-list.tsx'

const aService = (id: number, name: string): CatalogueEntry => ({
  id,
  name,
  company_id: 1,
  code: name.toLowerCase(),
  is_active: true,
  is_mine: true,
  is_fixed: false,
  package_id: null,
  base_tariff_id: null,
  service_ids: [],
  version: 1,
})
const [PETS, SKIS] = [aService(1, 'Animale'), aService(2, 'Schiuri')]

test('rows are switched in parallel, and one again before the list is refetched', async () => {
  const server = fakeServer()
  server.reply(listCatalogueServices, { data: [PETS, SKIS] })
  const user = renderPart(<CatalogueList kind="service" companyId={1} />, { role: 'company_admin' })
  const pets = await screen.findByRole<HTMLInputElement>('checkbox', { name: /Animale/ })
  const answer = server.hold(editService, { data: { ...PETS, is_active: false, version: 2 } })
  server.neverReply(listCatalogueServices)
  await user.click(pets)
  await user.click(screen.getByRole('checkbox', { name: /Schiuri/ }))
  await expect.poll(() => server.received(editService).map(({ params }) => params.id)).toEqual([1, 2])
  answer()
  await expect.poll(() => pets.checked).toBe(false)
  await user.click(pets)
  await expect.poll(() => server.received(editService).map(({ version }) => version)).toEqual([1, 1, 2])
})
