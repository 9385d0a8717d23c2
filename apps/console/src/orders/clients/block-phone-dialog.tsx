import { showPhone } from '@dispecerat/domain/kernel/phone'
import { Modal } from '@mantine/core'
import { ro } from '../../text/ro.ts'
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts'
import { BlockPhoneForm } from './block-phone-form.tsx'
import { blockedMessages as messages } from './blocked-messages.ts'
import './blocked-phones.css'

/** The dialog that blocks this phone number and requires a reason. */
export function BlockPhoneDialog({ phone, onClose }: { phone: string; onClose: () => void }) {
  useFocusReturn()
  return (
    <Modal
      opened
      onClose={onClose}
      title={messages.block}
      size="sm"
      centered
      className="block-dialog"
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <BlockPhoneForm phone={showPhone(phone)} onBlocked={onClose} />
    </Modal>
  )
}
