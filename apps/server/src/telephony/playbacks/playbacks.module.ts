import { openSpeech } from '../../adapters/speech/speech.ts'
import type { Config } from '../../platform/config/config.ts'
import { kindOfError } from '../../platform/lifecycle/kind-of-error.ts'
import type { Module } from '../../platform/lifecycle/module.ts'
import type { TelephonyContext } from '../exchange/telephony-context.ts'
import { startPlaybackJobs, subscribePlaybacks } from './playbacks.jobs.ts'

interface PlaybacksParts {
  telephonyContext: TelephonyContext
  speech: Config['speech']
}

export function playbacksModule({ telephonyContext, speech }: PlaybacksParts): Module {
  return {
    name: 'playbacks',
    subscribe: (server) => subscribePlaybacks(server, telephonyContext),
    startJobs: (server) => {
      const failed = (error: unknown) => server.log.warn({ reason: kindOfError(error) }, 'the voice says nothing')
      return startPlaybackJobs(server, telephonyContext, openSpeech(speech, failed))
    },
  }
}
