import { groupThousands } from '@dispecerat/domain/words/plural'
import { VisuallyHidden } from '@mantine/core'
import { IconCalendarClock } from '@tabler/icons-react'
import { reminderWords as words } from '../text/reminder-words.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { useComingOrders } from './use-coming-orders.ts'

/** Leads to the calendar of what is coming, with how much that is. */
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
            <VisuallyHidden>{` ${words.orders}`}</VisuallyHidden>
          </b>
        ) : null
      }
      title={words.linkHint}
    >
      <span className="desk-tool-text">{words.link}</span>
    </LinkButton>
  )
}
