import { fetchRecording } from '@dispecerat/contract/telephony/call-reports'
import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { notifyError } from '../../api/notify-error.ts'
import { requestFile } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import { callsReportMessages as messages } from '../../text/calls-report-messages.ts'
import { duration, shownTime } from '../../text/format.ts'
import './recording-player.css'
import { useTimeFormat } from '../user/use-time-format.ts'

interface Props {
  callId: number
  recordingId: number
  /** 0 when the exchange did not report the duration. */
  seconds: number
  /** Wire time. */
  rangAt: string
}

/**
 * The sound of a call, fetched on demand: the browser cannot load it by itself, because a token must not be in a URL.
 * The browser's own player provides pause, seeking and keyboard control.
 */
export function RecordingPlayer({ callId, recordingId, seconds, rangAt }: Props) {
  const mayListen = useUser().permissions.includes('recordings.listen')
  const [sound, setSound] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => () => void (sound && URL.revokeObjectURL(sound)), [sound])
  const when = shownTime(rangAt, useTimeFormat())
  const listen = async () => {
    setBusy(true)
    try {
      const file = await requestFile(fetchRecording, { params: { id: callId }, query: { recording_id: recordingId } })
      setSound(URL.createObjectURL(file))
    } catch (error) {
      notifyError(error)
    } finally {
      setBusy(false)
    }
  }
  if (!mayListen) return null
  if (sound) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: nobody has written down what was said on the telephone
      <audio
        ref={(player) => player?.focus()}
        className="recording-player"
        controls
        autoPlay
        src={sound}
        aria-label={messages.player(when)}
      />
    )
  }
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<IconPlayerPlay size={12} aria-hidden />}
      aria-label={messages.listenTo(when, duration(seconds))}
      aria-busy={busy}
      onClick={() => void listen()}
    >
      {busy ? messages.loading : seconds === 0 ? messages.listen : duration(seconds)}
    </Button>
  )
}
