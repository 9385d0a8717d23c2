import { previewSearch } from '@dispecerat/contract/dispatch/preview-search'
import { readPlaceDetailsNew, searchPlacesNew } from '@dispecerat/contract/geography/addresses'
import { type ClientView, lookUpClient, noteClient } from '@dispecerat/contract/orders/clients'
import {
  listOrderOptions,
  listPartners,
  listProtocolCompanies,
  listServices,
} from '@dispecerat/contract/orders/company-dispatch'
import { previewDiscounts } from '@dispecerat/contract/orders/discounts'
import { estimateOrder } from '@dispecerat/contract/orders/estimates'
import { createOrder } from '@dispecerat/contract/orders/orders'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { announce } from '../../realtime/live-socket.ts'
import { workspaceRoutes } from '../../routes/workspace-routes.tsx'
import { usePartnerNotices } from '../../shared/notices/partner-notices.ts'
import { chooseForm } from '../../shared/workspace/form-variant.ts'
import { anOrder } from '../../testing/an-order.ts'
import { type FakeServer, fakeServer } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'
import { replaceStoredDraft } from './draft/draft-store.ts'
import { emptyDraft } from './draft/order-draft.ts'
import { NewOrder } from './new-order.tsx'

const UNKNOWN_CLIENT: ClientView = {
  id: null,
  phone: '+40755908888',
  name: null,
  about: null,
  protocol_parent_user: null,
  is_blocked: false,
  blocked_reason: null,
  orders_count: 0,
  canceled_count: 0,
  no_shows_count: 0,
  last_order_at: null,
  open_order: null,
  addresses: [],
}
const OPEN_ORDER = {
  id: 4,
  state: 'pending',
  trip_state: null,
  address: 'Gara',
  car_indicativ: null,
  assigned_at: null,
  waiting_driver_time: null,
  departure_time: '2026-11-25 10:00:00',
}
const SUGGESTED = {
  placeId: 'lunga-12',
  name: 'Strada Lungă 12, Brașov',
  is_internal: false,
  lat: 45.65,
  lng: 25.59,
  precision: 'rooftop' as const,
  comment: null,
  bloc: null,
  scara: null,
  reper: null,
}

/** The field, the text typed into it, and the expected message. */
const MISTAKES = [
  ['Telefon', '0722', 'Număr de telefon invalid'],
  ['Telefon', 'x'.repeat(10_000), 'Număr de telefon invalid'],
  ['Telefon', '٠٧٢٢٣٣٣٤٤٤', 'Număr de telefon invalid'],
  ['Nume client', '👩‍👩‍👧'.repeat(30), 'Cel mult 120 caractere'],
  ['Nume client', 'x'.repeat(10_000), 'Cel mult 120 caractere'],
  ['Observații', 'Ion\u202Enoi', 'Conține caractere nepermise'],
  ['Observații', '<b>x</b>'.repeat(200), 'Cel mult 1000 caractere'],
  ['Bloc A', 'x'.repeat(21), 'Cel mult 20 caractere'],
  ['Obs. adresă A', 'x'.repeat(10_000), 'Cel mult 500 caractere'],
] as const

let server: FakeServer

beforeEach(() => {
  replaceStoredDraft(emptyDraft())
  server = fakeServer()
  server.reply(listOrderOptions, { data: [] })
  server.reply(listPartners, { data: [] })
  server.reply(listProtocolCompanies, { data: [] })
  server.reply(listServices, { data: [] })
  server.reply(previewDiscounts, { data: { cost: null, best: null, all: [] } })
  server.neverReply(estimateOrder, previewSearch)
  server.reply(lookUpClient, ({ body: { phone } }) => ({ data: { ...UNKNOWN_CLIENT, phone } }))
})

const render = () => renderScreen('/operator/order/0', workspaceRoutes, { only: NewOrder }).user
const phoneField = () => screen.findByLabelText<HTMLInputElement>('Telefon')
const SAVE_NOTES = 'Salvează observațiile pentru clientul acesta'
const PLACE_ORDER = '{Control>}{Enter}{/Control}'

describe('an error', () => {
  test('of an empty form is shown field by field, and the first one has the focus', async () => {
    const user = render()
    const phone = await phoneField()
    await user.click(screen.getByLabelText('Observații'))
    await user.keyboard(PLACE_ORDER)
    screen.getByText('Numarul de telefon este obligatoriu')
    screen.getByText('Please enter address')
    expect(document.activeElement).toBe(phone)
  })

  test('is shown at its field, which keeps the typed text', async () => {
    const user = render()
    await phoneField()
    for (const [label, typed, message] of MISTAKES) {
      const field = screen.getByLabelText<HTMLInputElement>(label)
      fill(field, typed)
      await user.click(field)
      await user.keyboard(PLACE_ORDER)
      expect(field.getAttribute('aria-invalid'), message).toBe('true')
      expect(field.closest('.mantine-InputWrapper-root')?.textContent).toContain(message)
      expect(field.value).toBe(typed)
      fill(field, '')
    }
  })

  test('of the server is shown as a toast and beside its field, until the field is changed', async () => {
    server.reply(searchPlacesNew, [SUGGESTED])
    server.hold(readPlaceDetailsNew, { id: '', name: '', location: { latitude: 0, longitude: 0 } })
    server.refuse(createOrder, { code: 'order.phone_blocked', errors: { phone: ['Număr blocat'] } })
    const user = render()
    const phone = await phoneField()
    fill(phone, '0755908888')
    fill(screen.getByLabelText('Nume client'), 'Gheorghe')
    await chooseSuggestion(user)
    await user.keyboard(PLACE_ORDER)
    await expect.poll(() => phone.getAttribute('aria-invalid')).toBe('true')
    expect((await screen.findByRole('alert')).textContent).toContain('Număr blocat')
    expect(document.activeElement).toBe(phone)
    expect(screen.getByLabelText('Nume client')).toHaveProperty('value', 'Gheorghe')
    await user.type(phone, '{Backspace}9')
    expect(phone.getAttribute('aria-invalid')).not.toBe('true')
  })
})

test.each([
  ['+0722333444', '0722333444'],
  ['++0722+333444+', '0722333444'],
  ['++49170', '+49170'],
])('of %s in the phone only a plus before a country code stays', async (typed, expected) => {
  const user = render()
  const phone = await phoneField()
  await user.type(phone, typed)
  expect(phone.value).toBe(expected)
})

test('notes cannot be saved without a phone, and are saved for the typed phone', async () => {
  server.reply(noteClient, { data: { id: 5, about: 'Are câine mare' } })
  const user = render()
  const phone = await phoneField()
  fill(screen.getByLabelText('Observații'), 'Are câine mare')
  const save = screen.getByRole('button', { name: SAVE_NOTES })
  await user.click(save)
  expect((await screen.findByRole('alert')).textContent).toContain('Numarul de telefon este obligatoriu')
  expect(document.activeElement).toBe(phone)
  expect(server.received(noteClient)).toEqual([])
  await user.paste('0755 909 999')
  await user.click(save)
  await screen.findByText('Observatii actualizate')
  expect(server.received(noteClient)).toMatchObject([
    { params: { phone: '+40755909999' }, body: { about: 'Are câine mare' } },
  ])
})

test('notes saved before the client was loaded are the client’s, whatever the reply contains', async () => {
  server.reply(noteClient, { data: { id: 5, about: 'Are câine mare' } })
  const release = server.hold(lookUpClient, { data: { ...UNKNOWN_CLIENT, id: 5, about: null } })
  const user = render()
  fill(await phoneField(), '0755908888')
  fill(screen.getByLabelText('Observații'), 'Are câine mare')
  await expect.poll(() => server.received(lookUpClient)).toHaveLength(1)
  server.reply(lookUpClient, { data: { ...UNKNOWN_CLIENT, id: 5, name: 'Ion', about: 'Are câine mare' } })
  await user.click(screen.getByRole('button', { name: SAVE_NOTES }))
  await screen.findByText('Observatii actualizate')
  release()
  await expect.poll(() => screen.queryByRole('button', { name: SAVE_NOTES })).toBeNull()
  expect(screen.getByLabelText('Observații')).toHaveProperty('value', 'Are câine mare')
  await screen.findByDisplayValue('Ion')
})

describe('a chosen suggestion', () => {
  const FAR = { latitude: 45.7001, longitude: 25.7001 }
  const placesSent = () => server.received(createOrder).map(({ body }) => body.places)

  beforeEach(() => {
    server.reply(searchPlacesNew, [SUGGESTED])
    /* The test reads only the request, so any reply will do. */
    server.refuse(createOrder, { code: 'service.unknown' })
  })

  test('is located by its details with the token of its search, and the next search has another token', async () => {
    server.reply(readPlaceDetailsNew, { id: 'lunga-12', name: 'Lungă 12', location: FAR })
    const user = render()
    fill(await phoneField(), '0755700005')
    await chooseSuggestion(user)
    await expect.poll(() => server.received(readPlaceDetailsNew)).toHaveLength(1)
    const [details] = server.received(readPlaceDetailsNew)
    expect(details?.params.id).toBe('lunga-12')
    expect(details?.query.sessionToken).toBe(server.received(searchPlacesNew).at(-1)?.query.sessionToken)
    await chooseSuggestion(user)
    await expect.poll(() => server.received(readPlaceDetailsNew)).toHaveLength(2)
    expect(server.received(readPlaceDetailsNew).at(-1)?.query.sessionToken).not.toBe(details?.query.sessionToken)
    await user.keyboard(PLACE_ORDER)
    await expect.poll(placesSent).toHaveLength(1)
    expect(placesSent()[0]?.[0]).toMatchObject({ lat: FAR.latitude, long: FAR.longitude })
  })

  test('keeps the coordinates of its suggestion while its details are missing', async () => {
    server.hold(readPlaceDetailsNew, { id: 'lunga-12', name: 'Lungă 12', location: FAR })
    const user = render()
    fill(await phoneField(), '0755700006')
    await chooseSuggestion(user)
    await user.keyboard(PLACE_ORDER)
    await expect.poll(placesSent).toHaveLength(1)
    expect(placesSent()[0]?.[0]).toMatchObject({ name: 'Strada Lungă 12, Brașov', lat: 45.65, long: 25.59 })
  })
})

/** Sets the whole text at once: each simulated key renders the whole form again, which is slow. */
function fill(field: HTMLElement, value: string) {
  fireEvent.change(field, { target: { value } })
}

/** Types into the pickup and chooses the first suggestion with Enter. */
async function chooseSuggestion(user: ReturnType<typeof render>) {
  const field = screen.getByRole('combobox', { name: /^A\./ })
  await user.clear(field)
  await user.paste('lunga 12')
  await expect.poll(() => document.querySelector('[data-combobox-selected]')?.textContent).toContain('Lungă 12')
  await user.keyboard('{Enter}')
}

const PARTNERS = [
  { id: 2, name: 'Curier Vecin', asked_by: [1] },
  { id: 3, name: 'Taxi Vecin', asked_by: [1] },
]
const partnerField = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Trimite la partener' })

test('a new order includes the partners, until the dispatcher chooses otherwise', async () => {
  server.reply(listPartners, { data: PARTNERS })
  server.reply(searchPlacesNew, [SUGGESTED])
  server.neverReply(readPlaceDetailsNew, createOrder)
  const user = render()
  fill(await phoneField(), '0755700008')
  expect((await partnerField()).value).toBe('Toți partenerii')
  await chooseSuggestion(user)
  await user.keyboard(PLACE_ORDER)
  await expect.poll(() => server.received(createOrder)).toHaveLength(1)
  expect(server.received(createOrder)[0]?.body).toMatchObject({
    send_to_other_company: true,
    search_company_ids: [1, 2, 3],
  })
})

test('a new order placed before the partners have loaded includes them all the same', async () => {
  const release = server.hold(listPartners, { data: PARTNERS })
  server.reply(searchPlacesNew, [SUGGESTED])
  server.neverReply(readPlaceDetailsNew, createOrder)
  const user = render()
  fill(await phoneField(), '0755700009')
  await chooseSuggestion(user)
  await user.keyboard(PLACE_ORDER)
  release()
  await expect.poll(() => server.received(createOrder)).toHaveLength(1)
  expect(server.received(createOrder)[0]?.body.search_company_ids).toEqual([1, 2, 3])
})

test('a company without partners by default starts with its own drivers, and follows a change of the setting at once', async () => {
  server.reply(listPartners, { data: PARTNERS.map((partner) => ({ ...partner, asked_by: [] })) })
  const only = () => {
    usePartnerNotices()
    return <NewOrder />
  }
  renderScreen('/operator/order/0', workspaceRoutes, { only })
  expect((await partnerField()).value).toBe('Doar compania mea')
  server.reply(listPartners, { data: PARTNERS })
  act(() => announce('company_settings_changed', { company_id: 1 }))
  await expect.poll(async () => (await partnerField()).value).toBe('Toți partenerii')
})

test('a client with an open order gets a second one only after a warning', async () => {
  server.reply(lookUpClient, ({ body: { phone } }) => ({ data: { ...UNKNOWN_CLIENT, phone, open_order: OPEN_ORDER } }))
  server.reply(searchPlacesNew, [SUGGESTED])
  server.neverReply(readPlaceDetailsNew, createOrder)
  const user = render()
  fill(await phoneField(), '0755700007')
  await screen.findByText('Are deja o comandă deschisă', { exact: false })
  await chooseSuggestion(user)
  await user.keyboard(PLACE_ORDER)
  await screen.findByText('Apăsați încă o dată', { exact: false })
  expect(server.received(createOrder)).toEqual([])
  await user.keyboard(PLACE_ORDER)
  await expect.poll(() => server.received(createOrder)).toHaveLength(1)
})

test('an order whose departure cannot be promised is placed, and the dispatcher is told', async () => {
  const warning = { reason: 'too_soon' as const, needed_minutes: 18, left_minutes: 10, orders: null, unserved: null }
  server.reply(searchPlacesNew, [SUGGESTED])
  server.reply(createOrder, { data: anOrder(), warning })
  server.ignoreOthers()
  const user = render()
  fill(await phoneField(), '0755700008')
  await chooseSuggestion(user)
  await user.keyboard(PLACE_ORDER)
  await screen.findByText('Ora nu se poate promite: o mașină ajunge aici în 18 min, iar căutarea are numai 10.')
  expect(server.received(createOrder)).toHaveLength(1)
})

test('the cars are shown around the addresses of a new order, open or hidden as last time on this machine', async () => {
  server.ignoreOthers()
  const toggle = (name: string) => screen.findByRole('button', { name })
  const user = render()
  /* Among the fields it would scroll behind the submit button. */
  expect((await toggle('Arată pe hartă')).closest('.form-body')).toBeNull()
  await user.click(await toggle('Arată pe hartă'))
  expect((await toggle('Ascunde harta')).getAttribute('aria-expanded')).toBe('true')
  await screen.findByRole('region', { name: 'Harta mașinilor' })
  cleanup()
  render()
  await toggle('Ascunde harta')
})

test.each([
  [900, 'Ascunde harta'],
  [720, 'Arată pe hartă'],
])(
  'until the user chooses, a window %i px high has „%s”: the map is open where there is room',
  async (height, button) => {
    server.ignoreOthers()
    const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { height: number }): void } }
    const before = window.innerHeight
    onTestFinished(() => happyDOM.setViewport({ height: before }))
    happyDOM.setViewport({ height })
    render()
    await screen.findByRole('button', { name: button })
  },
)

test('the delivery workspace starts with the older layout, the operator’s with the newer one, until the user chooses', async () => {
  const classicIsShown = () => screen.queryByRole('region', { name: 'Adresele clientului' }) !== null
  renderScreen('/delivery/order/0', workspaceRoutes, { only: NewOrder })
  await expect.poll(classicIsShown).toBe(true)
  cleanup()
  render()
  await screen.findByRole('combobox', { name: /^A\./ })
  expect(classicIsShown()).toBe(false)
  act(() => chooseForm('classic'))
  await expect.poll(classicIsShown).toBe(true)
  act(() => chooseForm('desk'))
  await expect.poll(classicIsShown).toBe(false)
})
