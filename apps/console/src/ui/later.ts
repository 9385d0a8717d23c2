import { type ComponentType, lazy } from 'react'

const AFTER_FIRST_SCREEN_MS = 3000
const RETRY_DELAY_MS = { first: 1000, max: 30_000 }

/**
 * A part that the first screen does without. It is fetched soon after all the same, so that it opens at once, also when
 * the server has gone meanwhile; one that cannot be fetched now comes later, and takes nothing else down. A browser that
 * is told to save data fetches it when it is opened.
 */
export function later<Props>(load: () => Promise<ComponentType<Props>>) {
  if (!savesData()) setTimeout(() => void patiently(load), AFTER_FIRST_SCREEN_MS)
  return onDemand(load)
}

/** A part that is fetched when it is first drawn. React's own `lazy` would take down all around it when that fails once. */
export function onDemand<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await patiently(load) }))
}

/** What Chrome says of its Data Saver and Android of its own; other browsers say nothing. */
function savesData(): boolean {
  const { connection } = (globalThis.navigator ?? {}) as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** Asks again, with growing pauses, until it has come. */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (let pause = RETRY_DELAY_MS.first; ; pause = Math.min(pause * 2, RETRY_DELAY_MS.max)) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
      fetchLostSheets()
    }
  }
}

/** The bundler asks for the style sheet of a part once only, whether it came or not. */
function fetchLostSheets(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.sheet === null) link.replaceWith(link.cloneNode())
  }
}
