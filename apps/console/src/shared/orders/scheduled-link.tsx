import { groupThousands } from '@dispecerat/domain/kernel/plural'
import { VisuallyHidden } from '@mantine/core'
import { IconCalendarClock } from '@tabler/icons-react'
import { LinkButton } from '../../ui/link-button.tsx'
import { reminderMessages as messages } from './reminders/reminder-messages.ts'
import { useComingOrders } from './use-coming-orders.ts'

/** Link to the scheduled orders, with their number. */
export function ScheduledLink() {
  const count = useComingOrders()
  return (
    <LinkButton
      to="/operator/scheduled"
      size="compact-sm"
      variant="default"
      className="desk-tool"
      leftSection={<IconCalendarClock size={15} />}
      rightSection={
        count ? (
          <b className="digits">
            {groupThousands(count)}
            <VisuallyHidden>{` ${messages.orders}`}</VisuallyHidden>
          </b>
        ) : null
      }
      title={messages.linkHint}
    >
      <span className="desk-tool-text">{messages.link}</span>
    </LinkButton>
  )
}
