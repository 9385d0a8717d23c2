import { Button, Center, Stack, Text } from '@mantine/core'
import { ro } from '../text/ro.ts'

export function ChunkFailed() {
  return (
    <Center component="main" style={{ flex: 1 }} p="xl">
      <Stack align="center" role="alert">
        <Text>{ro.failures.chunk}</Text>
        <Button onClick={() => window.location.reload()}>{ro.failures.reload}</Button>
      </Stack>
    </Center>
  )
}

/** The server did not reply, so it is unknown who is logged in. */
export function ServerSilent({ reset }: { reset: () => void }) {
  return (
    <Center component="main" mih="60vh" p="xl">
      <Stack align="center" role="alert">
        <Text>{ro.failures.network}</Text>
        <Button onClick={reset}>{ro.failures.retry}</Button>
      </Stack>
    </Center>
  )
}
