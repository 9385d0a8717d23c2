import type { Module } from '../../platform/lifecycle/module.ts'
import { subscribeRecordings } from '../recordings/keep-recording.ts'
import type { RecordingSource } from '../recordings/stream-recording.ts'
import { callReportsRoutes } from './call-reports.routes.ts'

/** Reports about calls, and recordings. Owns call_recordings and call_recording_plays; handles call.recorded. */
export function callReportsModule({ recordings }: { recordings: RecordingSource }): Module {
  return {
    name: 'call-reports',
    subscribe: (server) => subscribeRecordings(server, recordings),
    routes: (http, server) => callReportsRoutes(http, server, recordings),
  }
}
