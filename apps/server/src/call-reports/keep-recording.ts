import type { Server } from '../server.ts'
import { keepRecordingRow } from './recordings.store.ts'
import type { RecordingSource } from './stream-recording.ts'

const UNTOLD = { mime: 'audio/wav', bytes: 0 }

/** What an exchange recorded belongs to its call; what it keeps besides calls is nobody's here. */
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
