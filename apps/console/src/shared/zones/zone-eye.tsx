import { ActionIcon } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { zoneEyeMessages as messages } from './zone-eye-messages.ts'

interface Props {
  name: string
  isHidden: boolean
  onToggle: () => void
}

/** Pressed while the zone is shown on the map. */
export function ZoneEye({ name, isHidden, onToggle }: Props) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={messages.onMap(name)}
      aria-pressed={!isHidden}
      title={isHidden ? messages.show : messages.hide}
      onClick={onToggle}
    >
      {isHidden ? <IconEyeOff size={16} /> : <IconEye size={16} />}
    </ActionIcon>
  )
}
