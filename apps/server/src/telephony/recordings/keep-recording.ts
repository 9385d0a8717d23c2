import type { Server } from '../../platform/lifecycle/server.ts'
import { keepRecordingRow } from './recordings.store.ts'
import type { RecordingSource } from './stream-recording.ts'

const UNTOLD = { mime: 'audio/wav', bytes: 0 }

/** Stores a recording with its call; other files of the exchange are ignored. */
export function subscribeRecordings(server: Server, source: RecordingSource): void {
  server.domainEvents.on('call.recorded', async (tx, { callId, file, seconds, now }) => {
    const { mime, bytes } = (await source.open(file)) ?? UNTOLD
    await keepRecordingRow(tx, {
      callId,
      file,
      seconds: Math.max(0, Math.round(seconds)),
      mime,
      bytes,
      recordedAt: now,
    })
  })
}
