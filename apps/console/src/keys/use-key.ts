import { useLayoutEffect, useRef } from 'react'
import { KEY_IDS, KEYS, type KeyBinding, type KeyId, matches } from './registry.ts'

/** false: the press was not for it and goes on to whatever else it may mean. */
type Handler = () => unknown
const handlers = new Map<KeyId, Handler[]>()

/** Where keys are typed. */
export function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

function dialogIsOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null
}

/** Where the key lies that was taken last, until another one goes down. */
let taken: string | null = null

function onKeyDown(event: KeyboardEvent) {
  if (event.repeat || event.isComposing || event.defaultPrevented) return
  if (event.key !== 'Escape') perform(event)
  else if (!dialogIsOpen()) peel(event)
}

function onWayDown(event: KeyboardEvent) {
  if (event.key === 'Escape') wasHanging = document.querySelector(HANGING) !== null
  if (event.isComposing) return
  if (!event.repeat) {
    taken = null
    perform(event, true)
  } else if (event.code === taken && isField(event.target)) {
    // A key that is held would go on into the field to which its first press has moved the focus.
    event.preventDefault()
  }
}

function perform(event: KeyboardEvent, isOnWayDown?: true) {
  const isCovered = dialogIsOpen()
  for (const id of KEY_IDS) {
    const handler = handlers.get(id)?.at(-1)
    const binding: KeyBinding = KEYS[id]
    if (!handler || binding.beforeFields !== isOnWayDown) continue
    if ((isCovered && !binding.inDialogs) || !matches(event, binding.press)) continue
    if (!binding.allowInFields && isField(event.target)) continue
    if (handler() === false) continue
    taken = event.code
    event.preventDefault()
    if (isOnWayDown) event.stopPropagation()
    return
  }
}

/** Lists, menus and popovers that hang open; seen on the way down, before they close on the same press. */
const HANGING = '[aria-expanded="true"]:is([role="combobox"], [aria-haspopup]), [role="menu"]'
let wasHanging = false

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
    handlers.set(id, [...(handlers.get(id) ?? []), run])
    return () => {
      handlers.set(
        id,
        (handlers.get(id) ?? []).filter((one) => one !== run),
      )
    }
  }, [id, enabled])
}
