import { type ComponentType, lazy } from 'react'

const AFTER_FIRST_SCREEN_MS = 3000

/**
 * A part that the first screen does without. It is fetched soon after all the same, so that it opens at once, also when
 * the server has gone meanwhile.
 */
export function later<Props>(load: () => Promise<ComponentType<Props>>) {
  const fetched = () => load().then((component) => ({ default: component }))
  setTimeout(() => void fetched().catch(() => undefined), AFTER_FIRST_SCREEN_MS)
  return lazy(fetched)
}
