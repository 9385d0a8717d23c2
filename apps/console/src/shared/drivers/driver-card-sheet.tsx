import { Drawer } from '@mantine/core'
import { driverCardMessages } from '../../text/driver-card-messages.ts'
import { DriverCard } from './driver-card.tsx'

export function DriverCardSheet({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <Drawer
      opened
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size={360}
      title={driverCardMessages.title}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': driverCardMessages.close }}
    >
      <DriverCard id={id} />
    </Drawer>
  )
}
