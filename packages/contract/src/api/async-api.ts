import { z } from 'zod'
import { inputName, withUsedSchemas } from './document-schemas.ts'
import { NAMED_SHAPES } from './named-shapes.ts'
import {
  CLOSE,
  ConsoleEvents,
  DriverEvents,
  FromClient,
  HEARTBEAT_SECONDS,
  RECONNECT,
  VOLATILE_EVENTS,
} from './realtime.ts'

type Json = Record<string, unknown>

const CONTENT = 'application/json'
const SEQ =
  'Grows along the event log; send the highest one received as last_seq when you come back, and after a resync the highest since.'

/** One sentence for each event; an event without one fails the build. */
const DRIVER_NOTES: Record<keyof typeof DriverEvents, string> = {
  ready: 'The token was taken. resumed: what was missed follows; otherwise a resync does, when last_seq was sent.',
  resync: 'Away too long, or too slow: ask GET /api/driver/me, offers and pending-orders again.',
  pong: 'The answer to ping.',
  error: 'A frame was not understood or not allowed; the socket stays open.',
  order_available: 'An offer rings here. Confirm delivered at once, viewed when it is on the screen.',
  offers_snapshot: 'Everything open for this driver now; sent after every ready, before what was missed.',
  order_accept_confirmed: 'The order is yours: by your accept, or assigned by the dispatcher.',
  order_updated: 'An order you have was changed or moved a step on.',
  order_canceled: 'The offer or the order is gone, with the reason.',
  priority_updated: 'A priority window opened or closed.',
  pending_orders_updated: 'The whole pending list as it is now, pinned orders first.',
  pause_updated: 'Paused by the company after too many ignored offers; resume as after any pause.',
  message: 'Somebody of the room wrote to you, or to all drivers; confirm it with PATCH /api/driver/messages.',
  messages_read: 'Somebody of the company read what you wrote, up to this message.',
  announcements_changed: 'Ask GET /api/driver/announcements again.',
  incident_changed: 'Somebody deals with what you reported, or closed it.',
  ban_updated: 'A ban began, changed or ended; a trip under way is finished as usual.',
}

const CONSOLE_NOTES: Partial<Record<keyof typeof ConsoleEvents, string>> = {
  ready: DRIVER_NOTES.ready,
  resync: 'Away too long, or too slow: throw lists away and ask again.',
  pong: DRIVER_NOTES.pong,
  error: DRIVER_NOTES.error,
  subscribed:
    'The answer to subscribe: every later event of the channel reaches you. Read again what the channel changes: what changed before is not sent.',
  events_delayed:
    'Events come more than a second late: ask for lists as if there were no socket, until it says otherwise.',
  saving_failing: 'The database cannot write (its disk is full): every write is refused, reading goes on.',
  client_call_incoming:
    'Somebody rings at the company; the call is the row as it stands now, with who the company knows.',
  client_call_accepted: 'A dispatcher has the caller; everybody else stops ringing.',
  client_call_dialled: 'A dispatcher rings somebody up; said again when the called party picks up.',
  client_call_held:
    'The caller waits, at the dispatcher’s wish or because he talks to another or saved the order; his browser holds its line.',
  client_call_unheld: 'The dispatcher talks to this caller again.',
  client_call_transferred: 'Another dispatcher has the caller now.',
  client_call_ended: 'The call is over, for the reason it names; whoever still has its line hangs up.',
  missed_calls_changed: 'Somebody gave up, was cut off, or was called back: ask GET /api/calls/missed again.',
  chat_message: 'A message of the company’s inbox or between you and a colleague, as it stands now.',
  messages_read: 'You read a conversation, here or in another window; the unread count is lower.',
  incident_created:
    'Something happened; an sos rings in every console of the company until somebody takes it. Names no client and no address.',
  filing_changed: 'Something for RO e-Factura or a town hall was queued, taken, judged or given up: ask for it again.',
  cars_changed: 'A car of a company was added, changed or taken away: ask GET /api/cars again.',
  devices_changed: 'A phone with the drivers’ app was added, changed, blocked or used: ask GET /api/devices again.',
  outbox_changed: 'Letters were written, sent or given up: ask GET /api/outbox again.',
  order_warning:
    'An order with a driver needs attention. returned: its driver gave it up, and another one is searched or the order is scheduled again; standing, leaving, silent: its car does not move, drives away or sends no positions; replacing: another one is searched while the driver keeps the order; no_replacement: nobody accepted. The order is the row as it stands now.',
  own_order_changed: 'An order charged to this account changed; sent to that account alone.',
  own_invoices_changed: 'An invoice of this account was issued, paid or taken back; sent to that account alone.',
  order_lookers: 'Who has the order open; the answer to the first `viewing` of a window is one for every open order.',
  ws_order_drivers: 'The search rounds of one order; only on the channel ws_order_drivers:{orderId}.',
  pretend_callers:
    'Everybody of the pretend city who rings or talks; only on the channel ws_pretend_callers:{companyId}.',
  ws_driver_positions: 'Cars that moved and cars that are gone; only on the channel ws_driver_positions.',
  ws_supply: 'All zones of one company as they will be in ten minutes; only on the channel ws_supply.',
}

const VOLATILE: ReadonlySet<string> = new Set(VOLATILE_EVENTS)

/** Generates the websocket's AsyncAPI 3.0 document from the same schemas that the server validates with. */
export function asyncApiDocument(): Json {
  const fromClient = clientMessages()
  const toDriver = eventMessages('driver', DriverEvents, DRIVER_NOTES)
  const toConsole = eventMessages('console', ConsoleEvents, CONSOLE_NOTES)
  const driverUp = fromClient.filter(({ kind }) => kind !== 'subscription')
  const consoleUp = fromClient.filter(({ kind }) => kind !== 'report')
  const document = {
    asyncapi: '3.0.0',
    info: {
      title: 'Dispecerat, the live side',
      version: '1.0.0',
      description: aboutTheSocket(),
    },
    defaultContentType: CONTENT,
    servers: { production: { host: 'dispecerat.example', pathname: '/ws', protocol: 'wss' } },
    channels: {
      driver: channel('A driver’s phone.', [...driverUp, ...toDriver]),
      console: channel('A browser of the dispatchers’ room.', [...consoleUp, ...toConsole]),
    },
    operations: {
      fromDriver: operation('receive', 'driver', 'What a driver’s phone may say.', driverUp),
      toDriver: operation('send', 'driver', 'What a driver’s phone hears.', toDriver),
      fromConsole: operation('receive', 'console', 'What a console may say.', consoleUp),
      toConsole: operation('send', 'console', 'What a console hears.', toConsole),
    },
    components: {
      messages: Object.fromEntries(
        [...fromClient, ...toDriver, ...toConsole].map(({ key, message }) => [key, message]),
      ),
    },
  }
  return withUsedSchemas(document, { ...namedSchemas('input'), ...namedSchemas('output') })
}

interface Named {
  key: string
  /** Clients that send it: both kinds, or only one. */
  kind: 'both' | 'subscription' | 'report' | 'event'
  message: Json
}

/** Messages that only a console sends. */
const OF_CONSOLES: ReadonlySet<string> = new Set(['subscribe', 'unsubscribe', 'viewing'])

function clientMessages(): Named[] {
  return FromClient.options.flatMap((shape) => {
    const fields = shape.shape as Record<string, z.ZodType>
    const word = fields.action ?? fields.event
    return literalsOf(word).map((name): Named => {
      const isAction = 'action' in fields
      const kind = OF_CONSOLES.has(name) ? 'subscription' : 'data' in fields ? 'report' : 'both'
      const payload = schemaOf(shape.extend({ [isAction ? 'action' : 'event']: z.literal(name) }), 'input')
      return { key: `client_${name}`, kind, message: { name, title: name, contentType: CONTENT, payload } }
    })
  })
}

function literalsOf(word: z.ZodType | undefined): string[] {
  if (word instanceof z.ZodLiteral) return [...word.values].map(String)
  return word instanceof z.ZodEnum ? word.options.map(String) : []
}

function eventMessages(
  to: string,
  events: Readonly<Record<string, z.ZodType>>,
  notes: Readonly<Record<string, string>>,
) {
  return Object.entries(events).map(([name, data]): Named => {
    const isVolatile = VOLATILE.has(name)
    const summary = notes[name] ?? `${name.replaceAll('_', ' ')}.`
    const payload = {
      type: 'object',
      required: ['event', 'seq', 'at', 'data'],
      properties: {
        event: { const: name },
        channel: { type: 'string', description: 'Only on frames of a channel.' },
        seq: { type: 'integer', description: SEQ },
        at: { type: 'string', description: 'UTC, YYYY-MM-DD HH:mm:ss' },
        data: schemaOf(data, 'output'),
      },
    }
    const message = { name, title: name, summary, contentType: CONTENT, 'x-resumable': !isVolatile, payload }
    return { key: `${to}_${name}`, kind: 'event', message }
  })
}

function schemaOf(shape: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, $defs, ...schema } = toJson(shape, io)
  return schema
}

/** The schemas of all named shapes, by the names that they have in the document. */
function namedSchemas(io: 'input' | 'output'): Json {
  const all = toJson(z.object(Object.fromEntries(NAMED_SHAPES)), io)
  return Object.fromEntries(Object.entries(all.$defs as Json).map(([name, schema]) => [nameOf(name, io), schema]))
}

function toJson(shape: z.ZodType, io: 'input' | 'output'): Json {
  const schema = JSON.stringify(z.toJSONSchema(shape, { io, unrepresentable: 'any' }))
  return JSON.parse(schema.replace(/"#\/\$defs\/(\w+)"/g, (_, name) => `"#/components/schemas/${nameOf(name, io)}"`))
}

const nameOf = (name: string, io: 'input' | 'output') => (io === 'input' ? inputName(name) : name)

function channel(description: string, messages: readonly Named[]): Json {
  return {
    address: '/ws',
    description,
    messages: Object.fromEntries(messages.map(({ key }) => [key, { $ref: `#/components/messages/${key}` }])),
    bindings: { ws: { method: 'GET' } },
  }
}

function operation(action: 'send' | 'receive', to: 'driver' | 'console', summary: string, messages: readonly Named[]) {
  return {
    action,
    summary,
    channel: { $ref: `#/channels/${to}` },
    messages: messages.map(({ key }) => ({ $ref: `#/channels/${to}/messages/${key}` })),
  }
}

function aboutTheSocket(): string {
  const closes = Object.entries(CLOSE).map(([why, code]) => `${code} ${why}`)
  return [
    'One websocket at /ws, JSON text frames. The first frame is {action: "auth", token, last_seq?}; the token never stands in the address.',
    'Whoever only drives is a driver; whoever holds a console role is a console.',
    `The server pings every ${HEARTBEAT_SECONDS} s; reconnect ${RECONNECT.delayMs / 1000} s after a close, up to ${RECONNECT.attempts} times, with the highest seq received since the last resync as last_seq.`,
    'Events of the last 10 minutes, at most 500, are sent again in order; otherwise a resync comes.',
    `Close codes: ${closes.join(', ')}.`,
  ].join('\n')
}
