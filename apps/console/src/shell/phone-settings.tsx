import { Button, NativeSelect } from '@mantine/core'
import { useEffect, useState } from 'react'
import { chooseSpeaker, chosenSpeaker, maySpeakerBeChosen } from '../shared/sounds/speaker.ts'
import { phoneMessages } from '../shared/telephone/phone-messages.ts'
import {
  changeMicrophone,
  type PhoneState,
  retryPhone,
  takePhoneOver,
  usePhone,
} from '../shared/telephone/phone-store.ts'
import { playTestTone } from '../telephony/sip/call-audio.ts'
import { chosenMicrophone, rememberMicrophone } from '../telephony/sip/microphone.ts'

/** State of the telephone, its microphone and its speaker. */
export function PhoneSettings() {
  const phone = usePhone()
  const { status } = phone
  return (
    <div className="phone-settings">
      <b>{phone.isVoiceless ? phoneMessages.voiceless.status : phoneMessages.status[status]}</b>
      <p className="small">{sentence(phone)}</p>
      {status === 'noMicrophone' ? <p className="small dim">{phoneMessages.paper}</p> : null}
      {status === 'otherTab' ? (
        <Button size="compact-sm" onClick={takePhoneOver}>
          {phoneMessages.takeOver}
        </Button>
      ) : null}
      {status === 'failed' || status === 'noMicrophone' ? (
        <Button size="compact-sm" onClick={retryPhone}>
          {phoneMessages.tryAgain}
        </Button>
      ) : null}
      {phone.isOwner ? <Devices /> : null}
    </div>
  )
}

function sentence({ status, why, isVoiceless }: PhoneState): string {
  if (isVoiceless) return phoneMessages.voiceless.why
  if (why !== null) return why
  if (status === 'registered') return `${phoneMessages.works} ${phoneMessages.thisTab}`
  return status === 'otherTab' ? phoneMessages.otherTabHint : phoneMessages.connectingHint
}

function Devices() {
  const devices = useDevices()
  const [microphone, setMicrophone] = useState(chosenMicrophone)
  const [speaker, setSpeaker] = useState(chosenSpeaker)
  return (
    <>
      <NativeSelect
        label={phoneMessages.pickMicrophone}
        data={choices(devices, 'audioinput', microphone)}
        value={microphone ?? ''}
        onChange={({ currentTarget: { value } }) => {
          setMicrophone(value || null)
          rememberMicrophone(value || null)
          void changeMicrophone()
        }}
      />
      {maySpeakerBeChosen() ? (
        <NativeSelect
          label={phoneMessages.pickSpeaker}
          data={choices(devices, 'audiooutput', speaker)}
          value={speaker ?? ''}
          onChange={({ currentTarget: { value } }) => {
            setSpeaker(value || null)
            chooseSpeaker(value || null)
          }}
        />
      ) : null}
      <Button size="compact-sm" variant="default" onClick={playTestTone}>
        {phoneMessages.testTone}
      </Button>
    </>
  )
}

/** The connected devices; their names are available only once the microphone is permitted. */
function useDevices(): readonly MediaDeviceInfo[] {
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([])
  useEffect(() => {
    const { mediaDevices } = navigator
    if (!mediaDevices) return
    const over = new AbortController()
    const readDevices = () =>
      void mediaDevices
        .enumerateDevices()
        .then((found) => over.signal.aborted || setDevices(found))
        .catch(() => undefined)
    readDevices()
    mediaDevices.addEventListener('devicechange', readDevices, { signal: over.signal })
    return () => over.abort()
  }, [])
  return devices
}

/** The chosen device is listed even while it is not connected. */
function choices(devices: readonly MediaDeviceInfo[], kind: MediaDeviceKind, chosen: string | null) {
  const named = devices.filter((device) => device.kind === kind && !['', 'default'].includes(device.deviceId))
  const isGone = chosen !== null && !named.some(({ deviceId }) => deviceId === chosen)
  return [
    { value: '', label: phoneMessages.asMachine },
    ...named.map(({ deviceId, label }, n) => ({ value: deviceId, label: label || phoneMessages.unnamed(n + 1) })),
    ...(isGone ? [{ value: chosen, label: phoneMessages.unplugged }] : []),
  ]
}
