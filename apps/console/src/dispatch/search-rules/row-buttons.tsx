import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconX } from '@tabler/icons-react'
import { builderMessages as messages } from './builder-messages.ts'

interface Props {
  /** Name of the row, for the accessible names of the buttons. */
  name: string
  index: number
  of: number
  onMove: (to: number) => void
  onCopy: () => void
  onRemove: () => void
}

/** Buttons that move, duplicate or remove an interval or a step. */
export function RowButtons({ name, index, of, onMove, onCopy, onRemove }: Props) {
  const buttons: [string, typeof IconX, boolean, () => void][] = [
    [messages.up(name), IconArrowUp, index === 0, () => onMove(index - 1)],
    [messages.down(name), IconArrowDown, index === of - 1, () => onMove(index + 1)],
    [messages.duplicate(name), IconCopy, false, onCopy],
    [messages.remove(name), IconX, false, onRemove],
  ]
  return (
    <span className="row-buttons">
      {buttons.map(([label, Icon, isOff, act]) => (
        <ActionIcon
          key={label}
          variant="subtle"
          color="gray"
          size={24}
          aria-label={label}
          title={label}
          aria-disabled={isOff}
          onClick={isOff ? undefined : act}
        >
          <Icon size={14} aria-hidden />
        </ActionIcon>
      ))}
    </span>
  )
}
