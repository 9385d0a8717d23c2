import { showPhone } from '@dispecerat/domain/kernel/phone'
import { Modal } from '@mantine/core'
import { blockedMessages as messages } from '../text/blocked-messages.ts'
import { ro } from '../text/ro.ts'
import { useFocusReturn } from '../ui/use-focus-return.ts'
import { BlockPhoneForm } from './block-phone-form.tsx'
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
