import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { ro } from '../text/ro.ts'

interface How {
  ms?: number
  /** One toast per id; a second one replaces it. */
  id?: string
}

const MERGE_MS = 2000
const shown = new Map<string, { id: string; count: number; at: number }>()

function show(text: string, color: string, role: 'status' | 'alert', how: How, message: ReactNode = text) {
  const last = shown.get(text)
  const repeated = last !== undefined && Date.now() - last.at < MERGE_MS && how.id === undefined
  const entry = repeated
    ? { id: last.id, count: last.count + 1, at: Date.now() }
    : { id: how.id ?? crypto.randomUUID(), count: 1, at: Date.now() }
  shown.set(text, entry)
  const look = {
    id: entry.id,
    color,
    role,
    autoClose: how.ms ?? 3000,
    withBorder: true,
    message: entry.count > 1 ? `${text} (${entry.count})` : message,
    closeButtonProps: { 'aria-label': ro.toast.close },
  }
  if (repeated) notifications.update(look)
  else notifications.show(look)
}

/** Toasts: identical ones within 2 s become one with a count. */
export const toast = {
  good: (text: string, how: How = {}) => show(text, 'green', 'status', how),
  info: (text: string, how: How = {}) => show(text, 'blue', 'status', how),
  bad: (text: string, how: How = {}) => show(text, 'red', 'alert', { ms: 5000, ...how }),
  /** With something to press inside; never merged. */
  withAction: (id: string, text: string, message: ReactNode, ms: number) =>
    show(text, 'blue', 'status', { ms, id }, message),
  hide: (id: string) => notifications.hide(id),
}
