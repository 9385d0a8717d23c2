import { Button, type ButtonProps, Popover, Radio, Slider, Switch } from '@mantine/core'
import { IconVolume } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { playOnce } from '../../shared/sounds/player.ts'
import { chooseLineAnswer, type LineAnswer, useLineAnswer } from '../../shared/telephone/line-answer.ts'
import { ringMessages } from '../../text/ring-messages.ts'
import './ring.css'
import { chooseRing, useRingSettings } from '../../shared/sounds/ring-settings.ts'
import { RING_SOUNDS, type RingSound } from '../../shared/sounds/ring-sounds.ts'

const messages = ringMessages.settings

/** Open from the first render: it is mounted by a press of the button. */
export function RingPanel({ buttonProps }: { buttonProps: ButtonProps }) {
  const [opened, setOpened] = useState(true)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      trapFocus
      returnFocus
      withinPortal
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Button {...buttonProps} onClick={() => setOpened((is) => !is)} />
      </Popover.Target>
      <Popover.Dropdown className="ring-panel" aria-label={messages.open}>
        <RingChoices />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The choices themselves: behind the header's button, and on the account page. */
export function RingChoices() {
  return (
    <>
      <SoundChoice />
      <KeyChoice />
      <NoticeChoice />
    </>
  )
}

/** Plays each choice at once. */
function SoundChoice() {
  const { sound, volume } = useRingSettings()
  const id = useId()
  const listen = (chosen: RingSound, percent: number) => {
    if (chosen !== 'mute') playOnce(chosen, percent / 100)
  }
  const choose = (value: string) => {
    const chosen = RING_SOUNDS.find(({ id }) => id === value)
    if (!chosen) return
    chooseRing({ sound: chosen.id })
    listen(chosen.id, volume)
  }
  return (
    <>
      <Radio.Group label={messages.sound} value={sound} onChange={choose}>
        <div className="ring-sounds">
          {RING_SOUNDS.map((one) => (
            <Radio
              key={one.id}
              size="xs"
              value={one.id}
              label={one.name}
              data-autofocus={one.id === sound || undefined}
            />
          ))}
        </div>
      </Radio.Group>
      <div className="ring-volume">
        <span id={id} className="small">
          {messages.volume}
        </span>
        <Slider
          size="sm"
          step={10}
          value={volume}
          label={(percent) => `${percent}%`}
          disabled={sound === 'mute'}
          thumbProps={{ 'aria-labelledby': id }}
          onChange={(percent) => chooseRing({ volume: percent })}
          onChangeEnd={(percent) => listen(sound, percent)}
        />
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconVolume size={13} aria-hidden />}
          disabled={sound === 'mute'}
          title={sound === 'mute' ? ringMessages.sounds.mute : undefined}
          onClick={() => listen(sound, volume)}
        >
          {messages.listen}
        </Button>
      </div>
    </>
  )
}

function KeyChoice() {
  const key = useLineAnswer()
  return (
    <Radio.Group
      label={messages.key}
      value={key}
      onChange={(value) => chooseLineAnswer(value === 'lines' ? 'lines' : ('simple' satisfies LineAnswer))}
    >
      <div className="ring-keys">
        <Radio size="xs" value="simple" label={messages.simple} />
        <Radio size="xs" value="lines" label={messages.lines} />
      </div>
    </Radio.Group>
  )
}

/** Requests the browser's permission only when the user turns notices on. */
function NoticeChoice() {
  const notifies = useRingSettings((s) => s.notifies)
  const [isDenied, setDenied] = useState(() => 'Notification' in window && Notification.permission === 'denied')
  const canNotify = 'Notification' in window
  const choose = async (wanted: boolean) => {
    if (!wanted) return chooseRing({ notifies: false })
    const answer = await Notification.requestPermission()
    setDenied(answer === 'denied')
    chooseRing({ notifies: answer === 'granted' })
  }
  return (
    <Switch
      size="xs"
      label={messages.notify}
      description={isDenied || !canNotify ? messages.denied : undefined}
      checked={notifies && !isDenied}
      disabled={isDenied || !canNotify}
      onChange={(event) => void choose(event.currentTarget.checked)}
    />
  )
}
