import { notFound } from '@tanstack/react-router'

/** An id that no row can have is not found, without a request. */
export function requireId(id: string): void {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
}

/** The same where `new` is the page of a new record. */
export function requireIdOrNew(id: string): void {
  if (id !== 'new') requireId(id)
}
