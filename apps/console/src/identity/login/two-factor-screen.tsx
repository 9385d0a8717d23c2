import { Button, Center, Paper, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { TwoFactorPanel } from '../../shared/two-factor/two-factor-panel.tsx'
import { ro } from '../../text/ro.ts'
import { twoFactorMessages as messages } from '../../text/two-factor-messages.ts'

/** /two-factor: the only page of an administrator's account after its grace period. */
export function TwoFactorScreen() {
  const navigate = useNavigate()
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="lg" w={720} maw="100%">
        <Stack gap="sm">
          <div>
            <Text size="sm" c="dimmed">
              {ro.app}
            </Text>
            <Title order={1} size="h3">
              {messages.requiredTitle}
            </Title>
          </div>
          <p>{messages.required}</p>
          <TwoFactorPanel onReady={() => void navigate({ to: '/dashboard', replace: true })} />
          <div>
            <Button variant="subtle" size="compact-sm" onClick={() => void navigate({ to: '/logout' })}>
              {messages.logOut}
            </Button>
          </div>
        </Stack>
      </Paper>
    </Center>
  )
}
