import { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** Hints between the nodes of one installation. They may be lost, because every receiver also polls. */
export interface NodeBus {
  publish(topic: string, message: string): void
  /** Receives messages of the other nodes, and of this one. */
  subscribe(topic: string, listener: (message: string) => void): void
  /** Resolves to true when Redis confirms that messages leave this node and that every topic is subscribed. */
  isConnected(): Promise<boolean>
  stop(): Promise<void>
}

const PREFIX = 'dispecerat:'

/** The bus of a single node does nothing. */
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
  // Hints from before an outage are worthless after it, so nothing is queued while Redis is unreachable.
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
    // Redis answers the commands of one connection in order, so the subscriptions precede this ping, also after a reconnection.
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
