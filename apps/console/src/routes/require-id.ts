import { notFound } from '@tanstack/react-router'

/** An id that no row can have is no page: the server is not asked for it. */
export function requireId(id: string): void {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
}

/** The same where `new` is the page of a row that is not there yet. */
export function requireIdOrNew(id: string): void {
  if (id !== 'new') requireId(id)
}
