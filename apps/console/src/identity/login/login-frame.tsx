import { Alert, Center, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { ro } from '../../text/ro.ts'

/** The sheet in the middle of a page before the login. */
export function LoginSheet({ width = 400, children }: { width?: number; children: ReactNode }) {
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="lg" w={width} maw="100%">
        <Stack gap="sm">{children}</Stack>
      </Paper>
    </Center>
  )
}

/** The same with the product's name as heading. */
export function LoginFrame({ title, width, children }: { title: string; width?: number; children: ReactNode }) {
  return (
    <LoginSheet {...(width === undefined ? {} : { width })}>
      <div>
        <Text size="sm" c="dimmed">
          {ro.app}
        </Text>
        <Title order={1} size="h3">
          {title}
        </Title>
      </div>
      {children}
    </LoginSheet>
  )
}

/** The server's error about the whole form. */
export function Refusal({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <Alert color="red" variant="light" role="alert" p="xs">
      {text}
    </Alert>
  )
}
