import { logOut, reportActivity } from '@dispecerat/contract/accounts'
import { Center, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { endSession, useSession } from '../../api/session.ts'
import { ro } from '../../text/ro.ts'

/** Closes the session on the server when it answers, and here in any case. */
export function LogoutScreen() {
  const navigate = useNavigate()
  useEffect(() => {
    const leave = async () => {
      if (useSession.getState().token !== null) {
        await call(reportActivity, { body: { isOnline: false } }).catch(() => undefined)
        await call(logOut).catch(() => undefined)
        endSession()
      }
      void navigate({ to: '/', replace: true })
    }
    void leave()
  }, [navigate])
  return (
    <Center component="main" mih="100dvh">
      <Text role="status">{ro.login.leaving}</Text>
    </Center>
  )
}
