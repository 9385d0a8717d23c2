import { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** Between the nodes of one installation: hints that may be lost, because everybody also polls. */
export interface NodeBus {
  publish(topic: string, message: string): void
  /** Messages of the other nodes, and of this one. */
  subscribe(topic: string, listener: (message: string) => void): void
  /** Whether what is told now leaves this node and every topic heard so far is subscribed, as Redis itself answers. */
  isConnected(): Promise<boolean>
  stop(): Promise<void>
}

const PREFIX = 'dispecerat:'

/** One node alone has nobody to tell. */
const ALONE: NodeBus = {
  publish: () => undefined,
  subscribe: () => undefined,
  isConnected: async () => false,
  stop: async () => undefined,
}

export function openNodeBus(redisUrl: string | null, log: Logger): NodeBus {
  return redisUrl === null ? ALONE : redisBus(redisUrl, log)
}

function redisBus(url: string, log: Logger): NodeBus {
  // Hints from before an outage are worth nothing after it: nothing is queued while Redis is away.
  const speaker = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0 })
  const listener = new Redis(url, { maxRetriesPerRequest: null })
  let isDown = false
  for (const client of [speaker, listener]) {
    client.on('error', () => {
      if (!isDown) log.warn('Redis does not answer; other nodes are heard by polling')
      isDown = true
    })
    client.on('ready', () => {
      isDown = false
    })
  }
  const listeners = new Map<string, ((message: string) => void)[]>()
  listener.on('message', (topic, message) => {
    for (const onMessage of listeners.get(topic) ?? []) onMessage(message)
  })
  return {
    publish: (topic, message) => void speaker.publish(PREFIX + topic, message).catch(() => undefined),
    subscribe: (topic, onMessage) => {
      const name = PREFIX + topic
      const known = listeners.get(name)
      listeners.set(name, [...(known ?? []), onMessage])
      if (!known) void listener.subscribe(name).catch(() => undefined)
    },
    // Commands of one connection are answered in their order: a subscription before what is asked after it, also after a reconnection.
    isConnected: () =>
      Promise.all([speaker.ping(), listener.ping()]).then(
        () => true,
        () => false,
      ),
    stop: async () => {
      speaker.disconnect()
      listener.disconnect()
    },
  }
}
