/** Reports about calls, and recordings. Owns call_recordings and call_recording_plays; handles call.recorded. */
export { subscribeRecordings } from '../recordings/keep-recording.ts'
