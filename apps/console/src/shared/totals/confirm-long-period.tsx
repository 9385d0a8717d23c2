import { Button, Stack } from '@mantine/core'
import { findMessages } from '../../text/find-messages.ts'

const messages = findMessages.report

/** Confirmation before a long period is loaded: its days, its estimated size, and the button that loads it. */
export function ConfirmLongPeriod({ days, size, onShow }: { days: number; size: string | null; onShow: () => void }) {
  return (
    <section className="panel book-empty" role="status">
      <Stack gap="xs" align="start">
        <p>
          {messages.long(days)} {size} {size === null || days > HALF_A_YEAR ? messages.longHint : null}
        </p>
        <Button size="compact-sm" onClick={onShow}>
          {messages.show}
        </Button>
      </Stack>
    </section>
  )
}

const HALF_A_YEAR = 183
