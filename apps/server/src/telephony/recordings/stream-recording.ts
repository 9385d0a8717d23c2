import { Readable } from 'node:stream'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CallId, CompanyId } from '@dispecerat/domain/kernel/ids'
import type { RecordingsFolder } from '../../adapters/telephony/recordings-folder.ts'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { byteRange } from '../../platform/http/byte-range.ts'
import { FileAnswer } from '../../platform/http/file-answer.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { findRecording, notePlay, wasPlayed } from './recordings.store.ts'

/** A range within this time of a start continues it; without a start it counts as one, so that no part is heard unrecorded. */
const PLAY_MS = 3_600_000

/** The storage of recordings. */
export type RecordingSource = Pick<RecordingsFolder, 'open'>

/** A recording, whole or the requested range of it; the start of listening is recorded before any audio is sent. */
export async function fetchRecording(
  { db, clock }: Server,
  source: RecordingSource,
  actor: Actor,
  query: { callId: CallId; recordingId: number | null; range: string | undefined },
): Promise<FileAnswer> {
  const found = await findRecording(db, actor.scope, query.callId, query.recordingId)
  if (!found) throw new DomainError('call.unknown')
  const sound = found.file === null ? null : await source.open(found.file)
  if (found.id === null || sound === null) throw new DomainError('call.no_recording')
  const range = byteRange(query.range, sound.bytes)
  if (range === 'none') {
    return new FileAnswer(sound.mime, Buffer.alloc(0), { 'content-range': `bytes */${sound.bytes}` }, 416)
  }
  const { from, to } = range ?? { from: 0, to: sound.bytes - 1 }
  const played = { callId: query.callId, companyId: found.companyId, recordingId: found.id }
  await recordPlay({ db, clock }, actor, played, { isStart: from === 0 })
  const headers = { 'accept-ranges': 'bytes', 'content-length': String(to - from + 1) }
  const body = sound.bytes === 0 ? Buffer.alloc(0) : Readable.from(sound.open(from, to))
  return range === null
    ? new FileAnswer(sound.mime, body, headers)
    : new FileAnswer(sound.mime, body, { ...headers, 'content-range': `bytes ${from}-${to}/${sound.bytes}` }, 206)
}

/** Records who listens to which call, for the company's audit log. */
async function recordPlay(
  { db, clock }: Pick<Server, 'db' | 'clock'>,
  actor: Actor,
  { callId, companyId, recordingId }: { callId: CallId; companyId: CompanyId; recordingId: number },
  { isStart }: { isStart: boolean },
): Promise<void> {
  const { userId } = actor
  if (userId === null) return
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const since = new Date(now.getTime() - PLAY_MS)
    if (!isStart && (await wasPlayed(tx, { recordingId, userId, since }))) return
    await notePlay(tx, { recordingId, userId, at: now })
    const play = { entity: 'call', entityId: callId, companyId, action: 'recording_played', before: null, after: null }
    await recordAudit(tx, actor, play, now)
  })
}
