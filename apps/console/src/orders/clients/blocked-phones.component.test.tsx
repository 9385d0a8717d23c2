import {
  blockPhone,
  listBlockedPhones,
  restoreBlockedPhone,
  unblockPhone,
} from '@dispecerat/contract/orders/company-dispatch'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderPart } from '../../testing/render.tsx'
import { BlockPhoneDialog } from './block-phone-dialog.tsx'
import { BlockedPhones } from './blocked-phones.tsx'

const FIRST = { id: 1, phone: '+40722999888', reason: 'Comenzi false', created_at: '2026-11-20 10:00:00' }
const BLOCKED = [FIRST, { id: 2, phone: '+40744111222', reason: 'Înjură', created_at: '2026-11-19 10:00:00' }]

const phone = () => screen.getByLabelText('Telefon')
const reason = () => screen.getByLabelText('Motiv')

test('a missing phone, an invalid phone and a missing reason are marked at their fields, and nothing is sent', async () => {
  const server = fakeServer()
  server.reply(listBlockedPhones, { data: [] })
  const user = renderPart(<BlockedPhones onClose={() => undefined} />)
  await user.type(phone(), '{Enter}')
  screen.getByText('Numarul de telefon este obligatoriu')
  screen.getByText('Motivul este obligatoriu')
  await user.type(phone(), '123')
  await user.type(reason(), 'Glume{Enter}')
  screen.getByText('Număr de telefon invalid')
  expect(document.activeElement).toBe(phone())
})

test('the phone of an order is filled in, and its reason is required', async () => {
  fakeServer()
  const user = renderPart(<BlockPhoneDialog phone="+40722444555" onClose={() => undefined} />)
  expect(phone()).toHaveProperty('value', '0722444555')
  await expect.poll(() => document.activeElement).toBe(reason())
  await user.keyboard('{Enter}')
  screen.getByText('Motivul este obligatoriu')
})

test('a phone that is already blocked is refused at its field and keeps the typed text', async () => {
  const server = fakeServer()
  server.reply(listBlockedPhones, { data: BLOCKED })
  server.refuse(blockPhone, { errors: { phone: ['Numărul este deja blocat'] } })
  const user = renderPart(<BlockedPhones onClose={() => undefined} />)
  await user.type(phone(), '0040 722 999 888')
  await user.type(reason(), 'Din nou{Enter}')
  const field = await within(screen.getByRole('form')).findByText('Numărul este deja blocat')
  expect(field).toBeDefined()
  expect(reason()).toHaveProperty('value', 'Din nou')
  expect(server.received(blockPhone).map(({ body }) => body)).toEqual([{ phone: '+40722999888', reason: 'Din nou' }])
})

test('the focus stays in the search when the user went there before the phone was blocked', async () => {
  const server = fakeServer()
  server.reply(listBlockedPhones, { data: BLOCKED })
  const blocked = server.hold(blockPhone, { data: FIRST })
  const user = renderPart(<BlockedPhones onClose={() => undefined} />)
  await user.type(phone(), '0722 333 444')
  await user.type(reason(), 'Glume{Enter}')
  const search = await screen.findByLabelText<HTMLInputElement>('Caută telefon sau motiv')
  await user.type(search, '07')
  blocked()
  await expect.poll(() => (phone() as HTMLInputElement).value).toBe('')
  await user.keyboard('22')
  expect(search.value).toBe('0722')
})

test('text typed for the next phone while one is being blocked stays', async () => {
  const server = fakeServer()
  server.reply(listBlockedPhones, { data: BLOCKED })
  const blocked = server.hold(blockPhone, { data: FIRST })
  const user = renderPart(<BlockedPhones onClose={() => undefined} />)
  await user.type(phone(), '0722 333 444')
  await user.type(reason(), 'Glume{Enter}')
  await user.clear(phone())
  await user.type(phone(), '0733')
  blocked()
  await expect.poll(() => (reason() as HTMLInputElement).value).toBe('')
  expect((phone() as HTMLInputElement).value).toBe('0733')
})

test('a blocked phone is found in any spelling, and by its reason without diacritics', async () => {
  const server = fakeServer()
  server.reply(listBlockedPhones, { data: BLOCKED })
  const user = renderPart(<BlockedPhones onClose={() => undefined} />)
  const search = await screen.findByLabelText('Caută telefon sau motiv')
  const rows = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent)
  for (const typed of ['0722.999.888', '0040 722 999 888', 'comenzi']) {
    await user.clear(search)
    await user.type(search, typed)
    expect(rows()).toEqual([expect.stringContaining('0722 999 888')])
  }
  await user.clear(search)
  await user.type(search, 'injura')
  expect(rows()).toEqual([expect.stringContaining('0744 111 222')])
  await user.type(search, ' nimeni')
  screen.getByText('Niciun număr nu se potrivește.')
})

test('two phones unblocked right after each other are both removed, and both restored by undo', async () => {
  const server = fakeServer()
  server.reply(listBlockedPhones, { data: BLOCKED })
  const removed = server.hold(unblockPhone, { ok: true })
  const user = renderPart(<BlockedPhones onClose={() => undefined} />)
  await screen.findByText('Înjură')
  for (const remove of screen.getAllByRole('button', { name: /^Șterge blocarea/ })) await user.click(remove)
  await expect.poll(() => server.received(unblockPhone).map(({ params }) => params.id)).toEqual([1, 2])
  removed()
  await expect.poll(() => screen.queryAllByRole('button', { name: 'Anulează ștergerea' })).toHaveLength(2)
  server.neverReply(restoreBlockedPhone)
  for (const undo of screen.getAllByRole('button', { name: 'Anulează ștergerea' })) await user.click(undo)
  await expect.poll(() => server.received(restoreBlockedPhone)).toHaveLength(2)
})
