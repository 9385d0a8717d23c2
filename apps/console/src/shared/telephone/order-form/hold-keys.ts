/** If the form does not mount in this time, keystrokes go to the page again. */
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

/** Ends the buffering of keystrokes; returns what was typed meanwhile. */
export function releaseKeys(): string {
  const typed = held ?? ''
  held = null
  clearTimeout(timeout)
  window.removeEventListener('keydown', hold, true)
  return typed
}

/** Buffers keystrokes until the lazily loaded order form has mounted. */
export function holdKeys() {
  releaseKeys()
  window.addEventListener('keydown', hold, true)
  timeout = setTimeout(releaseKeys, MAX_HOLD_MS)
}

/** Inserts the buffered keystrokes into the form's focused field, as if typed there. */
export function giveKeys() {
  const typed = releaseKeys()
  /* Unlike setting the value, insertText leaves the field's own undo working. */
  if (typed !== '') document.execCommand('insertText', false, typed)
}
