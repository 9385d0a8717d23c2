import type { DriverDetails } from '@dispecerat/contract/orders/company-dispatch'
import { Button, Group } from '@mantine/core'
import { driverCardMessages } from '../../text/driver-card-messages.ts'
import { findMessages } from '../../text/find-messages.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { confirmMessage } from '../notices/send-message.tsx'
import { CallPhone } from '../telephone/call-phone.tsx'

/** Calls the driver of the open card, writes to them, and links to their trips. */
export function DriverCardActions({ driver, name }: { driver: DriverDetails; name: string }) {
  return (
    <Group gap={6} my={8}>
      <CallPhone phone={driver.phone} name={driver.name} whom={{ driver_id: driver.id }} />
      <Button size="compact-xs" variant="default" onClick={() => confirmMessage({ userId: driver.id, name })}>
        {findMessages.message.button}
      </Button>
      <Button
        component="a"
        size="compact-xs"
        variant="default"
        href={`/user/${driver.id}/driver`}
        target="_blank"
        rel="noopener"
      >
        {driverCardMessages.edit}
      </Button>
      <LinkButton
        size="compact-xs"
        variant="default"
        to="/orders/$type"
        params={{ type: 'all' }}
        search={{ driver: driver.id }}
      >
        {findMessages.book.trips}
      </LinkButton>
    </Group>
  )
}
