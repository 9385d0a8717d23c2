import { Drawer } from '@mantine/core'
import { ro } from '../text/ro.ts'
import { DriverCard } from './driver-card.tsx'

export function DriverCardSheet({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <Drawer
      opened
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size={360}
      title={ro.driver.card.title}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.driver.card.close }}
    >
      <DriverCard id={id} />
    </Drawer>
  )
}
