import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { addPlace, readOrder, removePlace, sortPlaces, updateName } from '@dispecerat/contract/orders/orders'
import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpointKey } from '../../../api/endpoint-query.ts'
import { queryClient } from '../../../api/query-client.ts'
import { request } from '../../../api/request.ts'
import { announce } from '../../../realtime/live-socket.ts'
import { anOrder, aPlace } from '../../../testing/an-order.ts'
import { fakeServer } from '../../../testing/fake-server.ts'
import { renderPart } from '../../../testing/render.tsx'
import { ro } from '../../../text/ro.ts'
import { EditableText } from '../saved/editable-text.tsx'
import { OrderTurns } from '../search/order-turns.tsx'
import { useOrder } from '../use-order.ts'
import { SavedPlaces } from './saved-places.tsx'

const A = aPlace(1, 'Gara')
const B = aPlace(2, 'Spitalul')
const C = aPlace(3, 'Piața')
const asReplied = (version: number, ...places: (typeof A)[]) => ({ data: anOrder({ version, places }) })

function Places() {
  const order = useOrder(7).data?.data
  if (!order) return null
  return (
    <OrderTurns>
      <EditableText
        order={order}
        label="Nume"
        wire="name"
        read={({ name }) => name ?? ''}
        locked={null}
        texts={{ saved: ro.order.nameUpdated }}
        save={(name, how) => request(updateName, { params: { id: 7 }, body: { name } }, how)}
      />
      <SavedPlaces order={order} locked={null} />
    </OrderTurns>
  )
}

async function draw() {
  const server = fakeServer()
  server.reply(readOrder, asReplied(1, A, B, C))
  const user = renderPart(<Places />)
  await screen.findByText('Gara')
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  return { server, user, press }
}

const shown = () =>
  screen.getAllByRole('listitem').map((row) => within(row).getByText(/Gara|Spitalul|Piața/).textContent)
const toasts = () => screen.queryAllByText(/modificat|Adresa actualizata/).map(({ textContent }) => textContent)

test('a second move while the first is in flight is sent after its reply, with the version of the reply', async () => {
  const { server, press } = await draw()
  const first = server.hold(sortPlaces, asReplied(2, A, C, B))
  await press('Mută adresa C mai sus')
  await press('Mută adresa B mai sus')
  expect(shown()).toEqual(['Piața', 'Gara', 'Spitalul'])
  await expect.poll(() => server.received(sortPlaces)).toMatchObject([{ body: { ids: [1, 3, 2] }, version: 1 }])

  const second = server.hold(sortPlaces, asReplied(3, C, A, B))
  first()
  await expect.poll(() => server.received(sortPlaces)[1]).toMatchObject({ body: { ids: [3, 1, 2] }, version: 2 })
  expect(shown()).toEqual(['Piața', 'Gara', 'Spitalul'])
  second()
  await expect.poll(toasts).toEqual(['Adresa actualizata (2)'])
  expect(shown()).toEqual(['Piața', 'Gara', 'Spitalul'])
})

test('an address removed while a move is in flight is removed after its reply, with the version of the reply', async () => {
  const { server, press } = await draw()
  const moved = server.hold(sortPlaces, asReplied(2, A, C, B))
  server.reply(removePlace, asReplied(3, A, C))
  await press('Mută adresa C mai sus')
  await press('Elimină adresa C')
  await press('Elimină adresa C')
  expect(server.received(removePlace)).toEqual([])
  moved()
  await screen.findByText('Adresa C a fost ștearsă')
  expect(server.received(removePlace)).toMatchObject([{ params: { placeId: 2 }, version: 2 }])
  await expect.poll(shown).toEqual(['Gara', 'Piața'])
})

test('a move after a removal in flight leaves the removed address out', async () => {
  const { server, press } = await draw()
  const removed = server.hold(removePlace, asReplied(2, B, C))
  server.reply(sortPlaces, asReplied(3, C, B))
  await press('Elimină adresa A')
  await press('Mută adresa C mai sus')
  removed()
  await expect.poll(() => server.received(sortPlaces)).toMatchObject([{ body: { ids: [3, 2] }, version: 2 }])
  await expect.poll(shown).toEqual(['Piața', 'Spitalul'])
})

test('a refused move is undone, and the one after it is still sent', async () => {
  const { server, press } = await draw()
  server.refuse(sortPlaces, { code: 'order.field_locked' })
  await press('Mută adresa C mai sus')
  await screen.findByText(/nu mai poate fi modificat/)
  expect(shown()).toEqual(['Gara', 'Spitalul', 'Piața'])
  server.reply(sortPlaces, asReplied(2, B, A, C))
  await press('Mută adresa B mai sus')
  await screen.findByText('Adresa actualizata')
  expect(server.received(sortPlaces).at(-1)).toMatchObject({ body: { ids: [2, 1, 3] }, version: 1 })
})

test('the last remaining address cannot be removed while the others are being removed', async () => {
  const { server, press } = await draw()
  server.neverReply(removePlace)
  await press('Elimină adresa A')
  await press('Elimină adresa B')
  const last = screen.getByRole('button', { name: 'Elimină adresa C' })
  expect(last.getAttribute('aria-description')).toBe('Comanda trebuie să aibă cel puțin o adresă')
})

test('two removals are both undone, one after the other, each once however often it is pressed', async () => {
  const { server, user, press } = await draw()
  server.reply(removePlace, asReplied(2, B, C))
  await press('Elimină adresa A')
  await screen.findByText('Adresa A a fost ștearsă')
  server.reply(removePlace, asReplied(3, B))
  await press('Elimină adresa B')
  await screen.findByText('Adresa B a fost ștearsă')
  const release = server.hold(addPlace, asReplied(4, A, B))
  for (const undo of screen.getAllByRole('button', { name: 'Anulează ștergerea' })) await user.dblClick(undo)
  await expect.poll(() => server.received(addPlace)).toHaveLength(1)
  server.reply(addPlace, asReplied(5, A, B, C))
  release()
  await expect.poll(shown).toEqual(['Gara', 'Spitalul', 'Piața'])
  const names = server.received(addPlace).map(({ body }) => body.place.name)
  expect(names.toSorted()).toEqual(['Gara', 'Piața'])
})

test('a move pressed while a field is being saved has the version of that save', async () => {
  const { server, user, press } = await draw()
  const named = server.hold(updateName, { data: anOrder({ version: 2, name: 'Ion', places: [A, B, C] }) })
  server.reply(sortPlaces, asReplied(3, A, C, B))
  await press('Modifică: Nume')
  await user.type(screen.getByRole('textbox', { name: 'Nume' }), 'Ion{Enter}')
  await press('Mută adresa C mai sus')
  await expect.poll(() => server.received(updateName)).toMatchObject([{ version: 1 }])
  expect(server.received(sortPlaces)).toEqual([])
  named()
  await expect.poll(() => server.received(sortPlaces)).toMatchObject([{ version: 2 }])
})

test('a reply that arrives after a newer version was loaded does not replace it', async () => {
  const { server, press } = await draw()
  const moved = server.hold(sortPlaces, asReplied(2, A, C, B))
  await press('Mută adresa C mai sus')
  await expect.poll(() => server.received(sortPlaces)).toHaveLength(1)
  server.reply(readOrder, asReplied(10, A, C))
  act(() => announce('order_updated', { order_id: 7, state: 'pending', trip_state: null }))
  await expect.poll(shown).toEqual(['Gara', 'Piața'])
  moved()
  await screen.findByText('Adresa actualizata')
  expect(
    queryClient.getQueryData<{ data: OrderView }>(endpointKey(readOrder, { params: { id: 7 } }))?.data.version,
  ).toBe(10)
  expect(shown()).toEqual(['Gara', 'Piața'])
})
