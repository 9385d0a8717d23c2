/* Not in zones-screen.tsx, which would pass 300 lines. */
import { type DragEvent, useState } from 'react'

/**
 * Accepts a file dropped anywhere on an element. Handled even while no file is wanted, because the browser would
 * otherwise leave the page and open it.
 */
export function useDropped(take: (file: File) => void, isWelcome: boolean) {
  const [isOver, setOver] = useState(false)
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = isWelcome ? 'copy' : 'none'
      setOver(isWelcome)
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => {
      const to = event.relatedTarget
      if (!(to instanceof Node) || !event.currentTarget.contains(to)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const [dropped] = event.dataTransfer.files
      if (dropped && isWelcome) take(dropped)
    },
  }
  return { isOver, handlers }
}
