import { expect, test } from 'vitest'
import { asyncApiDocument } from './async-api.ts'
import { ConsoleEvents, DriverEvents } from './realtime.ts'

interface Message {
  name: string
  payload: { required?: string[]; properties: Record<string, { const?: string; $ref?: string }> }
}
interface Document {
  asyncapi: string
  info: { title: string; version: string }
  channels: Record<string, { address: string; messages: Record<string, { $ref: string }> }>
  operations: Record<string, { action: string; channel: { $ref: string }; messages: { $ref: string }[] }>
  components: {
    messages: Record<string, Message>
    schemas: Record<string, { properties: Record<string, unknown> }>
  }
}

const document = asyncApiDocument() as unknown as Document

/** Target of a reference; undefined when it does not exist. */
function at(ref: string): unknown {
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((found, step) => (found as Record<string, unknown> | undefined)?.[step], document)
}

function namesOf(operation: string): string[] {
  return (document.operations[operation]?.messages ?? [])
    .map(({ $ref }) => at((at($ref) as { $ref: string }).$ref) as Message)
    .map(({ name }) => name)
    .toSorted()
}

test('the document is AsyncAPI 3.0 and all its references resolve', () => {
  expect(document).toMatchObject({
    asyncapi: '3.0.0',
    info: { title: expect.any(String), version: expect.any(String) },
  })
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"(#[^"]+)"/g)].map(([, ref = '']) => ref)
  expect(references.length).toBeGreaterThan(50)
  expect(references.filter((ref) => at(ref) === undefined)).toEqual([])
  for (const { action, channel } of Object.values(document.operations)) {
    expect(['send', 'receive']).toContain(action)
    expect(at(channel.$ref)).toMatchObject({ address: '/ws' })
  }
})

test('it contains every event to drivers and to consoles', () => {
  expect(namesOf('toDriver')).toEqual(Object.keys(DriverEvents).toSorted())
  expect(namesOf('toConsole')).toEqual(Object.keys(ConsoleEvents).toSorted())
})

test('it contains every client frame, each with the kind of client it belongs to', () => {
  expect(namesOf('fromDriver')).toEqual(['auth', 'delivered', 'ping', 'pong', 'position', 'viewed'])
  expect(namesOf('fromConsole')).toEqual(['auth', 'ping', 'pong', 'subscribe', 'unsubscribe', 'viewing'])
})

test('every event is in an envelope with its name', () => {
  for (const [key, { name, payload }] of Object.entries(document.components.messages)) {
    if (key.startsWith('client_')) continue
    expect(payload.required, key).toEqual(['event', 'seq', 'at', 'data'])
    expect(payload.properties.event?.const, key).toBe(name)
  }
})

test('an offer is a reference to the schema of the server', () => {
  const data = document.components.messages.driver_order_available?.payload.properties.data
  expect(data).toEqual({ $ref: '#/components/schemas/OfferView' })
  const offer = document.components.schemas.OfferView?.properties
  expect(Object.keys(offer ?? {})).toEqual(Object.keys(DriverEvents.order_available.shape))
})
