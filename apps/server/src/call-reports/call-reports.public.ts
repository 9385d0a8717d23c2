/** What became of the calls, and their sound. Owns call_recordings and call_recording_plays; hears call.recorded. */
export { subscribeRecordings } from './keep-recording.ts'
