import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { KeyHint } from '../../keys/key-hint.tsx'
import { ariaKeys } from '../../keys/registry.ts'
import { ro } from '../../text/ro.ts'

/** The user who types the order, and the button that closes it. */
export function FormHead({ by, onClose }: { by: string | null; onClose: () => void }) {
  return (
    <span className="form-head-extra">
      {by ? <span className="small dim">{ro.order.by(by)}</span> : null}
      <KeyHint of="closeForm" />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={26}
        aria-label={ro.order.closeForm}
        aria-keyshortcuts={ariaKeys('closeForm')}
        onClick={onClose}
      >
        <IconX size={15} />
      </ActionIcon>
    </span>
  )
}
