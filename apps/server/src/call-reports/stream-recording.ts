import { Readable } from 'node:stream'
import { DomainError } from '@dispecerat/domain/errors'
import type { Actor } from '../db/actor.ts'
import { byteRange } from '../http/byte-range.ts'
import { FileAnswer } from '../http/file-answer.ts'
import type { RecordingsFolder } from '../providers/telephony/recordings-folder.ts'
import type { Server } from '../server.ts'
import { findRecording, notePlay } from './recordings.store.ts'

/** The storage of recordings. */
export type RecordingSource = Pick<RecordingsFolder, 'open'>

/** A recording, whole or the requested range of it; the start of listening is recorded before any audio is sent. */
export async function fetchRecording(
  { db, clock }: Server,
  source: RecordingSource,
  actor: Actor,
  asked: { callId: number; recordingId: number | null; range: string | undefined },
): Promise<FileAnswer> {
  const found = await findRecording(db, actor.scope, asked.callId, asked.recordingId)
  if (!found) throw new DomainError('call.unknown')
  const sound = found.file === null ? null : await source.open(found.file)
  if (found.id === null || sound === null) throw new DomainError('call.no_recording')
  const range = byteRange(asked.range, sound.bytes)
  if (range === 'none') {
    return new FileAnswer(sound.mime, Buffer.alloc(0), { 'content-range': `bytes */${sound.bytes}` }, 416)
  }
  const { from, to } = range ?? { from: 0, to: sound.bytes - 1 }
  if (from === 0 && actor.userId !== null) {
    await notePlay(db, { recordingId: found.id, userId: actor.userId, at: clock.now() })
  }
  const headers = { 'accept-ranges': 'bytes', 'content-length': String(to - from + 1) }
  const body = sound.bytes === 0 ? Buffer.alloc(0) : Readable.from(sound.open(from, to))
  return range === null
    ? new FileAnswer(sound.mime, body, headers)
    : new FileAnswer(sound.mime, body, { ...headers, 'content-range': `bytes ${from}-${to}/${sound.bytes}` }, 206)
}
