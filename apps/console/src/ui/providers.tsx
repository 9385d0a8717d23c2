import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app.css'
import './shell.css'
import './toasts.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { MAX_TOASTS, useToastsWanted } from './dialogs/toast.ts'
import { onDemand } from './later.ts'
import { cssVariables, theme } from './theme.ts'

const Notifications = onDemand(() => import('@mantine/notifications').then((m) => m.Notifications))
const schemeManager = localStorageColorSchemeManager({ key: 'dispecerat.scheme' })

export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={schemeManager}
    >
      <Toasts />
      {children}
    </MantineProvider>
  )
}

function Toasts() {
  if (!useToastsWanted((s) => s.wanted)) return null
  return (
    <Suspense fallback={null}>
      <Notifications position="top-right" transitionDuration={0} limit={MAX_TOASTS} containerWidth={300} />
    </Suspense>
  )
}
