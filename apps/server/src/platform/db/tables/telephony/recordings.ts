import type { Generated } from 'kysely'

export interface RecordingTables {
  call_recordings: {
    id: Generated<number>
    call_id: number
    file: string
    seconds: number
    bytes: number
    mime: string
    recorded_at: Date
  }
  call_recording_plays: {
    id: Generated<number>
    recording_id: number
    user_id: number
    played_at: Date
  }
}
