import { Center, Stack, Title } from '@mantine/core'
import { ro } from '../text/ro.ts'
import { LinkButton } from '../ui/link-button.tsx'

export function NotFound() {
  return (
    <Center component="main" mih="60vh">
      <Stack align="center">
        <Title order={1} size="h3">
          {ro.failures.notFound}
        </Title>
        <LinkButton to="/dashboard">{ro.failures.goHome}</LinkButton>
      </Stack>
    </Center>
  )
}
