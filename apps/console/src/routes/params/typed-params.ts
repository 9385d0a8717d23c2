import { useLocation } from '@tanstack/react-router'
import { isShareable } from './shell-params.ts'

interface Stored {
  typed?: string | undefined
}

/** The search text of a screen: `inAddress`, or typed text that must not be in the URL. */
export function useTypedSearch(inAddress: string | undefined): string | undefined {
  return useLocation({ select: ({ state }) => (state as Stored).typed }) ?? inAddress
}

/**
 * Stores a typed search: a code goes into the URL, so that a link shows the same rows; text that may be a name or a
 * phone goes into the state of the browser's history entry, which no server and no log sees.
 */
export function keepTyped(text: string | undefined) {
  const isCode = text !== undefined && isShareable('identifier', text)
  const typed = isCode ? undefined : text
  return { inAddress: isCode ? text : undefined, state: ((state: object) => ({ ...state, typed })) as never }
}
