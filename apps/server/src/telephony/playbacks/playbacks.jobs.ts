import type { Speech } from '../../adapters/speech/speech.ts'
import { runEvery } from '../../platform/lifecycle/run-every.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { TelephonyContext } from '../calls/calls.public.ts'
import { PlaybackCalls } from './playback-calls.ts'
import { queuePlayback } from './queue-playback.ts'

const POLL_INTERVAL_MS = 500

/** Queues an automatic call for news about an order. */
export function subscribePlaybacks(server: Server, telephonyContext: TelephonyContext): void {
  server.domainEvents.on('order.client_news', (tx, news) => queuePlayback(tx, news, telephonyContext))
}

/** Starts due calls; `stop` waits until received events are stored. */
export function startPlaybackJobs(
  server: Server,
  telephonyContext: TelephonyContext,
  speech: Speech,
): { stop(): Promise<void> } {
  const calls = new PlaybackCalls(server, telephonyContext, speech)
  const failed = 'automatic calls cannot be read'
  const poller = runEvery(server, { everyMs: POLL_INTERVAL_MS, run: () => calls.look(), failed })
  return {
    stop: async () => {
      await poller.stop()
      await calls.settled()
    },
  }
}
