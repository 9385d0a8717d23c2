import { type ComponentType, lazy } from 'react'

const AFTER_FIRST_SCREEN_MS = 3000
const RETRY_DELAY_MS = { first: 1000, max: 30_000 }

/**
 * A component that the first screen does not need. It is loaded soon afterwards all the same, so that it opens at
 * once, also when the server has become unreachable; a failure is retried and affects nothing else. With data saving
 * turned on it is loaded when it is opened.
 */
export function later<Props>(load: () => Promise<ComponentType<Props>>) {
  if (!savesData()) setTimeout(() => void patiently(load), AFTER_FIRST_SCREEN_MS)
  return onDemand(load)
}

/**
 * A component that is loaded when it is first rendered. React's own `lazy` would crash everything around it after one
 * failure.
 */
export function onDemand<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await patiently(load) }))
}

/** Chrome reports its Data Saver and Android's own; other browsers report nothing. */
function savesData(): boolean {
  const { connection } = (globalThis.navigator ?? {}) as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** Retries with growing delays until it succeeds. */
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

/** The bundler requests the style sheet of a chunk only once, whether it loaded or not. */
function fetchLostSheets(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.sheet === null) link.replaceWith(link.cloneNode())
  }
}
