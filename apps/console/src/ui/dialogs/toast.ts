import type { ReactNode } from 'react'
import { create } from 'zustand'
import { ro } from '../../text/ro.ts'
import { patiently } from '../later.ts'

interface How {
  ms?: number
  title?: string
  /** One toast per id; a second one replaces it. */
  id?: string
}

const MERGE_MS = 2000
const AFTER_FIRST_SCREEN_MS = 3000
export const MAX_TOASTS = 5

/** True once the container for toasts is mounted: with the first toast, and soon after the first screen anyway. */
export const useToastsWanted = create<{ wanted: boolean }>(() => ({ wanted: false }))
setTimeout(() => useToastsWanted.setState({ wanted: true }), AFTER_FIRST_SCREEN_MS)

let drawing: Promise<typeof import('@mantine/notifications')> | undefined

/** Toasts are loaded on demand, because the first screen does not need them. */
function whenThere(
  act: (
    toasts: typeof import('@mantine/notifications')['notifications'],
    onScreen: readonly { id?: string | undefined }[],
  ) => void,
) {
  useToastsWanted.setState({ wanted: true })
  /* One import for all: of two in flight the later could finish first, and show its toast behind the earlier one. */
  drawing ??= patiently(() => import('@mantine/notifications'))
  void drawing.then(({ notifications, notificationsStore }) =>
    act(notifications, notificationsStore.getState().notifications),
  )
}

const shown = new Map<string, { id: string; count: number; at: number }>()

function show(text: string, color: string, role: 'status' | 'alert', how: How, message: ReactNode = text) {
  const last = shown.get(text)
  const repeated = last !== undefined && Date.now() - last.at < MERGE_MS && how.id === undefined
  const entry = repeated
    ? { id: last.id, count: last.count + 1, at: Date.now() }
    : { id: how.id ?? crypto.randomUUID(), count: 1, at: Date.now() }
  shown.set(text, entry)
  const notification = {
    id: entry.id,
    color,
    role,
    autoClose: how.ms ?? 3000,
    title: how.title,
    withBorder: true,
    message: entry.count > 1 ? `${text} (${entry.count})` : message,
    closeButtonProps: { 'aria-label': ro.toast.close },
    /* A closed toast cannot be merged with. */
    onClose: () => {
      if (shown.get(text)?.id === entry.id) shown.delete(text)
    },
  }
  whenThere((toasts, onScreen) => {
    if (repeated) return toasts.update(notification)
    /* A new toast is shown at once: the oldest is hidden for it. */
    if (onScreen.length >= MAX_TOASTS && onScreen[0]?.id) toasts.hide(onScreen[0].id)
    toasts.show(notification)
  })
}

/** Toasts: identical ones within 2 s become one with a count. */
export const toast = {
  good: (text: string, how: How = {}) => show(text, 'green', 'status', how),
  info: (text: string, how: How = {}) => show(text, 'blue', 'status', how),
  bad: (text: string, how: How = {}) => show(text, 'red', 'alert', { ms: 5000, ...how }),
  /** With a button inside; never merged. */
  withAction: (id: string, text: string, message: ReactNode, ms: number, title?: string) =>
    show(text, 'blue', 'status', { ms, id, ...(title === undefined ? {} : { title }) }, message),
  hide: (id: string) => whenThere((toasts) => toasts.hide(id)),
}
