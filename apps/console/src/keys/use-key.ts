import { useLayoutEffect, useRef } from 'react'
import { KEY_IDS, KEYS, type KeyBinding, type KeyId, matches } from './registry.ts'

/** Returns false when the press was not handled and other handlers may use it. */
type Handler = () => unknown
const handlers = new Map<KeyId, Handler[]>()

/** True for elements in which text is typed. */
export function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

function dialogIsOpen(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null
}

/** `code` of the last handled key, until another key is pressed. */
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
    /* A held key would repeat into the field to which its first press has moved the focus. */
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

/** Open lists, menus and popovers; checked in the capture phase, before they close on the same press. */
const HANGING = '[aria-expanded="true"]:is([role="combobox"], [aria-haspopup]), [role="menu"]'
let wasHanging = false

/**
 * Esc closes one layer: lists and dialogs handle it first, then it blurs a field; with nothing left it ends the call.
 */
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

/** Registers the key while the component is visible and `enabled`; the component mounted last wins. */
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
