import { useSyncExternalStore } from 'react'
import { isField } from '../keys/use-key.ts'

/** Sent by a game that opens. */
const DIGITS_TAKEN = 'digitstaken'

function watch(changed: () => void) {
  document.addEventListener('focusin', changed)
  document.addEventListener('focusout', changed)
  document.addEventListener(DIGITS_TAKEN, changed)
  return () => {
    document.removeEventListener('focusin', changed)
    document.removeEventListener('focusout', changed)
    document.removeEventListener(DIGITS_TAKEN, changed)
  }
}

/** Whether a single letter would be typed somewhere: which of two keys a button prints. */
export function useFieldHasFocus(): boolean {
  return useSyncExternalStore(watch, () => isField(document.activeElement))
}

/** The same for a digit, which an open game takes too. Until the focus moves the other key stays printed after it; that key always works. */
export function useDigitsAreTaken(): boolean {
  return useSyncExternalStore(
    watch,
    () => isField(document.activeElement) || document.querySelector('[data-takes-digits]') !== null,
  )
}
