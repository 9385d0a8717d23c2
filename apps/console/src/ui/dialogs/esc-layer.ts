import { useEffect, useId, useRef } from 'react'

const layers: string[] = []
const taken = new WeakSet<Event>()

/**
 * Esc closes only the layer opened last; a list that is open inside it closes first. Dialogs that use it disable
 * their own handling of Esc.
 */
export function useEscLayer(onClose: () => void, isOpen = true) {
  const id = useId()
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    if (!isOpen) return
    layers.push(id)
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || taken.has(event) || layers.at(-1) !== id) return
      if (event.target instanceof HTMLElement && event.target.getAttribute('aria-expanded') === 'true') return
      taken.add(event)
      event.stopPropagation()
      latest.current()
    }
    window.addEventListener('keydown', close, true)
    return () => {
      window.removeEventListener('keydown', close, true)
      layers.splice(layers.indexOf(id), 1)
    }
  }, [id, isOpen])
}
