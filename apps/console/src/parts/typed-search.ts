import { useLocation } from '@tanstack/react-router'
import { isShareable } from './shell-search.ts'

interface Stored {
  typed?: string | undefined
}

/** What is looked for on a screen: `inAddress`, or what was typed and may not stand there. */
export function useTypedSearch(inAddress: string | undefined): string | undefined {
  return useLocation({ select: ({ state }) => (state as Stored).typed }) ?? inAddress
}

/**
 * Where a typed search is kept: a code in the address, so that a link shows the same rows; what may be a name or a phone
 * beside it, in the entry of the browser's history, which no server and no log sees.
 */
export function keepTyped(text: string | undefined) {
  const isCode = text !== undefined && isShareable('identifier', text)
  const typed = isCode ? undefined : text
  return { inAddress: isCode ? text : undefined, state: ((kept: object) => ({ ...kept, typed })) as never }
}
