import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { KEY_IDS, KEYS, type KeyBinding, type KeyId, matches } from './registry.ts'

/** false: the press was not for it and goes on to whatever else it may mean. */
type Handler = () => unknown
const handlers = new Map<KeyId, Handler[]>()
const subscribers = new Set<() => void>()

function setHandlers(id: KeyId, change: (handlers: readonly Handler[]) => Handler[]) {
  handlers.set(id, change(handlers.get(id) ?? []))
  for (const notify of subscribers) notify()
}

/** Whether something on the screen takes this key: another binding of it prints another key on its button. */
export function useKeyIsTaken(id: KeyId): boolean {
  return useSyncExternalStore(subscribe, () => (handlers.get(id)?.length ?? 0) > 0)
}

function subscribe(notify: () => void) {
  subscribers.add(notify)
  return () => void subscribers.delete(notify)
}

/** Where keys are typed. */
export function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

function dialogIsOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null
}

/** Where the key lies that was taken last, until it is up again. */
let taken: string | null = null

function onKeyDown(event: KeyboardEvent) {
  if (event.repeat || event.isComposing || event.defaultPrevented) return
  if (event.key === 'Escape') {
    if (!dialogIsOpen()) peel(event)
    return
  }
  perform(event, (binding) => binding.beforeFields !== true)
}

function onWayDown(event: KeyboardEvent) {
  noteOpenList(event)
  if (event.isComposing) return
  if (event.repeat) {
    // A key that is held goes on into the field to which its first press has moved the focus.
    if (event.code === taken && isField(event.target)) stop(event)
    return
  }
  taken = null
  if (perform(event, (binding) => binding.beforeFields === true)) stop(event)
}

/** Whether the first binding of the press that works here, and has something to do, was among those `of`. */
function perform(event: KeyboardEvent, of: (binding: KeyBinding) => boolean): boolean {
  const isCovered = dialogIsOpen()
  for (const id of KEY_IDS) {
    const handler = handlers.get(id)?.at(-1)
    const binding: KeyBinding = KEYS[id]
    if (!handler || !of(binding) || (isCovered && !binding.inDialogs) || !matches(event, binding.press)) continue
    if (!binding.allowInFields && isField(event.target)) continue
    if (handler() === false) continue
    event.preventDefault()
    taken = event.code
    return true
  }
  return false
}

function stop(event: KeyboardEvent) {
  event.preventDefault()
  event.stopPropagation()
}

/** Lists, menus and popovers that hang open; seen on the way down, before they close on the same press. */
const HANGING = '[aria-expanded="true"]:is([role="combobox"], [aria-haspopup]), [role="menu"]'
let wasHanging = false

function noteOpenList(event: KeyboardEvent) {
  if (event.key === 'Escape') wasHanging = document.querySelector(HANGING) !== null
}

/** Esc peels one layer: lists and dialogs take it first, then a field is left; with nothing left to peel it ends the call. */
function peel(event: KeyboardEvent) {
  if (wasHanging) return
  if (isField(event.target)) {
    const field = event.target as HTMLElement
    field.blur()
    return
  }
  handlers.get('endCall')?.at(-1)?.()
}

window.addEventListener('keydown', onWayDown, true)
window.addEventListener('keydown', onKeyDown)

/** The key works from the moment its part is seen until it goes, while `enabled`; the last one mounted wins. */
export function useKey(id: KeyId, handler: Handler, enabled = true) {
  const latest = useRef(handler)
  useLayoutEffect(() => {
    latest.current = handler
  })
  useLayoutEffect(() => {
    if (!enabled) return
    const run = () => latest.current()
    setHandlers(id, (before) => [...before, run])
    return () => setHandlers(id, (before) => before.filter((one) => one !== run))
  }, [id, enabled])
}
