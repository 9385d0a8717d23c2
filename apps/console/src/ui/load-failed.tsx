import { Button, Stack, Text } from '@mantine/core'
import { hourToSecond } from '../text/format.ts'
import { ro } from '../text/ro.ts'

/** The error state of one card: a message, the retry button, and the age of the last good data. */
export function LoadFailed({
  text = ro.failures.load,
  onRetry,
  lastGoodAt,
}: {
  text?: string
  /** Left out where a retry is of no use. */
  onRetry?: () => void
  lastGoodAt?: number
}) {
  return (
    <Stack gap={6} align="center" p="md" role="alert">
      <Text size="sm">{text}</Text>
      {lastGoodAt ? (
        <Text size="xs" c="dimmed">
          {ro.failures.lastGood(hourToSecond(new Date(lastGoodAt)))}
        </Text>
      ) : null}
      {onRetry ? (
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {ro.failures.retry}
        </Button>
      ) : null}
    </Stack>
  )
}
