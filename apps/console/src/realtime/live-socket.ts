import {
  CLOSE,
  type ClientFrame,
  type ConsoleEventData,
  type ConsoleEventName,
  type ConsoleFrame,
  HEARTBEAT_SECONDS,
  RECONNECT,
} from '@dispecerat/contract/api/realtime'
import { WebSocket as ReconnectingSocket } from 'partysocket'
import { endSession, useSession } from '../api/session.ts'
import { millisOf } from '../text/format.ts'
import { syncServerClock } from '../ui/now.ts'
import { isConnected, useNet } from './net-state.ts'

/** Without any frame for this long the connection is considered dead, whatever TCP reports. */
const SILENCE_MS = 60_000
/** After sleep a machine considers a dead connection open for minutes: after waking, a reply has to come this soon. */
const WAKE_ANSWER_MS = 3000

type Listener<N extends ConsoleEventName> = (data: ConsoleEventData<N>) => void
type Listeners = { [N in ConsoleEventName]?: Set<Listener<N>> }

let socket: ReconnectingSocket | null = null
let heartbeat: ReturnType<typeof setInterval> | null = null
let lastSeq: number | null = null
let lastFrameAt = 0
const channels = new Map<string, number>()
const listeners: Listeners = {}
let viewing: { orderId: number | null; isEditing: boolean; isAway: boolean } = {
  orderId: null,
  isEditing: false,
  isAway: false,
}

/** Opens the only socket of this tab; it reconnects up to 100 times, every 3 s. */
export function openLive() {
  if (socket) return
  const { protocol, host } = window.location
  socket = new ReconnectingSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`, [], {
    minReconnectionDelay: RECONNECT.delayMs,
    maxReconnectionDelay: RECONNECT.delayMs,
    reconnectionDelayGrowFactor: 1,
    minUptime: 1,
    maxRetries: RECONNECT.attempts,
    connectionTimeout: 5000,
    maxEnqueuedMessages: 0,
  })
  useNet.setState({ status: 'connecting', attempt: 0, lostAt: Date.now() })
  socket.onopen = introduce
  socket.onmessage = (event) => onMessage(String(event.data))
  socket.onclose = (event) => lose(event.code)
  heartbeat = setInterval(beat, HEARTBEAT_SECONDS * 1000)
}

export function closeLive() {
  if (heartbeat) clearInterval(heartbeat)
  heartbeat = null
  if (socket) {
    socket.onclose = null
    socket.close()
  }
  socket = null
  lastSeq = null
  useNet.setState({ status: 'off', attempt: 0, lostAt: null })
}

/** 'Reîncearcă acum': restarts the count of attempts. */
export function retryLive() {
  useNet.setState((s) => ({ ...s, status: 'lost', attempt: 1 }))
  socket?.reconnect()
}

/** Subscribes to a channel while at least one component needs it. */
export function subscribe(channel: string): () => void {
  const holders = channels.get(channel) ?? 0
  channels.set(channel, holders + 1)
  if (holders === 0 && isConnected(useNet.getState())) say({ action: 'subscribe', channel })
  return () => {
    const left = (channels.get(channel) ?? 1) - 1
    if (left > 0) {
      channels.set(channel, left)
      return
    }
    channels.delete(channel)
    if (isConnected(useNet.getState())) say({ action: 'unsubscribe', channel })
  }
}

/** Calls the listener for every such event until the returned function is called. */
export function onLive<N extends ConsoleEventName>(name: N, listener: Listener<N>): () => void {
  const named: { [K in N]?: Set<Listener<K>> } = listeners
  const set = named[name] ?? new Set()
  named[name] = set
  set.add(listener)
  return () => set.delete(listener)
}

/** A channel refused before may be allowed now. */
export function subscribeAgain() {
  if (isConnected(useNet.getState())) saySubscriptions()
}

/** Reports which order this window shows; repeated after every reconnect. */
export function announceOpenOrder(shown: typeof viewing) {
  viewing = shown
  if (isConnected(useNet.getState())) sendViewing()
}

function sendViewing() {
  say({ action: 'viewing', order_id: viewing.orderId, editing: viewing.isEditing, away: viewing.isAway })
}

function say(frame: ClientFrame) {
  if (socket?.readyState === ReconnectingSocket.OPEN) socket.send(JSON.stringify(frame))
}

/** The token is sent in the first frame, never in the URL. */
function introduce() {
  lastFrameAt = Date.now()
  const token = useSession.getState().token
  if (token === null) return
  say(lastSeq === null ? { action: 'auth', token } : { action: 'auth', token, last_seq: lastSeq })
}

function onMessage(text: string) {
  lastFrameAt = Date.now()
  const frame = read(text)
  if (!frame) return
  if (frame.event === 'ready' || frame.event === 'pong') syncServerClock(millisOf(frame.at))
  if (frame.event === 'ready') welcome()
  if (frame.event === 'events_delayed') setDelayed(frame.data)
  /* After a resync the sequence number is taken over even when it is lower: it may belong to another log. */
  if (typeof frame.seq === 'number') lastSeq = frame.event === 'resync' ? frame.seq : Math.max(lastSeq ?? 0, frame.seq)
  announce(frame.event, frame.data)
}

/** Hands an event to its listeners. */
export function announce<N extends ConsoleEventName>(name: N, data: ConsoleEventData<N>) {
  for (const listener of listeners[name] ?? []) {
    try {
      listener(data)
    } catch (error) {
      /* An error in one listener must not stop the others. */
      reportError(error)
    }
  }
}

function read(text: string): ConsoleFrame | null {
  try {
    return JSON.parse(text) as ConsoleFrame
  } catch {
    return null
  }
}

function setDelayed({ is_delayed }: ConsoleEventData<'events_delayed'>) {
  useNet.setState({ status: is_delayed ? 'delayed' : 'open' })
}

function welcome() {
  useNet.setState({ status: 'open', attempt: 0, lostAt: null })
  sendViewing()
  saySubscriptions()
}

function saySubscriptions() {
  for (const channel of channels.keys()) say({ action: 'subscribe', channel })
}

function lose(code: number) {
  /* Any other close code says nothing about the token: a slow connection must not log the user out. */
  if (code === CLOSE.badToken || code === CLOSE.blocked) {
    endSession()
    return
  }
  if (code === CLOSE.tooSlow) lastSeq = null
  const tried = socket?.retryCount ?? 0
  const since = useNet.getState().lostAt ?? Date.now()
  useNet.setState(
    tried >= RECONNECT.attempts
      ? { status: 'dead', attempt: tried, lostAt: since }
      : { status: 'lost', attempt: tried + 1, lostAt: since },
  )
}

function beat() {
  if (!isConnected(useNet.getState())) return
  if (Date.now() - lastFrameAt > SILENCE_MS) socket?.reconnect()
  else say({ event: 'ping' })
}

/** After the machine wakes, the window is shown or the network returns, the connection is tried at once. */
function wake() {
  const { status } = useNet.getState()
  if (!socket || document.hidden) return
  if (status === 'lost' || status === 'dead') {
    retryLive()
    return
  }
  if (!isConnected({ status }) || Date.now() - lastFrameAt < HEARTBEAT_SECONDS * 1000) return
  const pingedAt = Date.now()
  say({ event: 'ping' })
  setTimeout(() => {
    if (lastFrameAt < pingedAt) socket?.reconnect()
  }, WAKE_ANSWER_MS)
}
document.addEventListener('visibilitychange', wake)
window.addEventListener('online', wake)

useSession.subscribe((now, before) => {
  if (now.token !== before.token && socket) closeLive()
})
