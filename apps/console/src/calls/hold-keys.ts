/** A form that never comes gives the keyboard back. */
const MAX_HOLD_MS = 4000

let held: string | null = null
let timeout: ReturnType<typeof setTimeout> | undefined

function hold(event: KeyboardEvent) {
  const isBack = event.key === 'Backspace'
  if (event.ctrlKey || event.altKey || event.metaKey || (event.key.length > 1 && !isBack)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  held = isBack ? (held ?? '').slice(0, -1) : `${held ?? ''}${event.key}`
}

/** Gives the keyboard back; returns what was typed meanwhile. */
export function releaseKeys(): string {
  const typed = held ?? ''
  held = null
  clearTimeout(timeout)
  window.removeEventListener('keydown', hold, true)
  return typed
}

/** What is typed from now on is for a form that is on its way. */
export function holdKeys() {
  releaseKeys()
  window.addEventListener('keydown', hold, true)
  timeout = setTimeout(releaseKeys, MAX_HOLD_MS)
}

/** The form is there: its field, which has the focus, gets what was typed meanwhile, as if typed there. */
export function giveKeys() {
  const typed = releaseKeys()
  // The one way that leaves the field's own undo working.
  if (typed !== '') document.execCommand('insertText', false, typed)
}
