import { notifications, notificationsStore } from '@mantine/notifications'
import { configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

configure({
  /* Without style sheets nothing is hidden, and computing it for every element costs most of a query by role. */
  defaultHidden: true,
  asyncUtilTimeout: 15_000,
  /* The message alone: by default thousands of lines of the document are printed with it. */
  getElementError: (message) => new Error(message ?? 'no element was found'),
})

/* Lazy components load when they open, instead of three seconds later for a module that a later test may not need. */
Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
/* Mantine measures a text area again once fonts have loaded; happy-dom has no fonts. */
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

/* A test that renders nothing may leave toasts too, and the files of a worker share one store. */
beforeEach(() => {
  for (const { id } of notificationsStore.getState().notifications) if (id) notifications.hide(id)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})
