import type { CallId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Generated } from 'kysely'

export interface RecordingTables {
  call_recordings: {
    id: Generated<number>
    call_id: CallId
    file: string
    seconds: number
    bytes: number
    mime: string
    recorded_at: Date
  }
  call_recording_plays: {
    id: Generated<number>
    recording_id: number
    user_id: UserId
    played_at: Date
  }
}
