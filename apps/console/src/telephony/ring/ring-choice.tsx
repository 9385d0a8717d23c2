import { Button } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { KEYS } from '../../keys/registry.ts'
import { unblockSound, useSoundBlock } from '../../shared/sounds/sound-block.ts'
import { useLineAnswer } from '../../shared/telephone/line-answer.ts'
import { ringMessages } from '../../text/ring-messages.ts'
import { later } from '../../ui/later.ts'
import './ring.css'
import { useRingSettings } from '../../shared/sounds/ring-settings.ts'
import { RING_SOUNDS } from '../../shared/sounds/ring-sounds.ts'

const Panel = later(() => import('./ring-panel.tsx').then((m) => m.RingPanel))

/** The header's choice of call sound and answer key; the panel is loaded when it is opened. */
export function RingChoice() {
  const [wasOpened, setWasOpened] = useState(false)
  const { sound } = useRingSettings()
  const { isBlocked, hidesVoice } = useSoundBlock()
  const key = useLineAnswer() === 'lines' ? KEYS.answerLines.shown : KEYS.line1.shown
  const name = RING_SOUNDS.find(({ id }) => id === sound)?.name
  const Icon = sound === 'mute' ? IconBellOff : IconBell
  const buttonProps = {
    size: 'compact-sm',
    variant: 'default',
    title: ringMessages.settings.open,
    leftSection: <Icon size={14} aria-hidden />,
    rightSection: (
      <kbd className="key-hint" aria-hidden>
        {key}
      </kbd>
    ),
    children: (
      <>
        <span className="visually-hidden">{ringMessages.settings.open}: </span>
        <span className="ring-name">{name}</span>
      </>
    ),
  } as const
  const button = (
    <Button {...buttonProps} aria-haspopup="dialog" aria-expanded={false} onClick={() => setWasOpened(true)} />
  )
  if (hidesVoice || (isBlocked && sound !== 'mute')) return <BlockedChip />
  if (!wasOpened) return button
  return (
    <Suspense fallback={button}>
      <Panel buttonProps={buttonProps} />
    </Suspense>
  )
}

/** Replaces the choice while autoplay is blocked. Any press unblocks it; this button says so. */
function BlockedChip() {
  return (
    <button
      type="button"
      className="ring-blocked"
      title={`${ringMessages.blocked} ${ringMessages.blockedMore}`}
      onClick={unblockSound}
    >
      <span aria-hidden>⚠</span> <span className="ring-blocked-word">{ringMessages.blocked}</span>
      <span className="ring-blocked-more"> {ringMessages.blockedMore}</span>
    </button>
  )
}
