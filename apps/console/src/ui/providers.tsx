import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { cssVariables, theme } from './theme.ts'

const schemeManager = localStorageColorSchemeManager({ key: 'dispecerat.scheme' })

export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={schemeManager}
    >
      <Notifications position="top-right" transitionDuration={0} limit={5} containerWidth={360} />
      {children}
    </MantineProvider>
  )
}
