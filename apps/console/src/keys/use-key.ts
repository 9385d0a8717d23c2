import { useEffect, useRef } from 'react'
import { KEY_IDS, KEYS, type KeyId, matches } from './registry.ts'

type Handler = () => void
const handlers = new Map<KeyId, Handler[]>()

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

function dialogIsOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null
}

function onKeyDown(event: KeyboardEvent) {
  if (event.repeat || event.isComposing || event.defaultPrevented || dialogIsOpen()) return
  if (event.key === 'Escape') {
    leaveField(event.target)
    return
  }
  for (const id of KEY_IDS) {
    const handler = handlers.get(id)?.at(-1)
    if (!handler || !matches(event, KEYS[id].press)) continue
    if (!KEYS[id].allowInFields && isField(event.target)) continue
    event.preventDefault()
    handler()
    return
  }
}

let listWasOpen = false

/** Seen on the way down, before the list itself closes on the same press. */
function noteOpenList(event: KeyboardEvent) {
  listWasOpen = event.target instanceof HTMLElement && event.target.getAttribute('aria-expanded') === 'true'
}

/** Esc peels one layer: lists and dialogs take it first, a field that is left is the last layer here. */
function leaveField(target: EventTarget | null) {
  if (isField(target) && !listWasOpen) (target as HTMLElement).blur()
}

window.addEventListener('keydown', noteOpenList, true)
window.addEventListener('keydown', onKeyDown)

/** The key works while the component is mounted and `enabled`; the last one mounted wins. */
export function useKey(id: KeyId, handler: Handler, enabled = true) {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => {
    if (!enabled) return
    const run = () => latest.current()
    handlers.set(id, [...(handlers.get(id) ?? []), run])
    return () => {
      handlers.set(
        id,
        (handlers.get(id) ?? []).filter((one) => one !== run),
      )
    }
  }, [id, enabled])
}
