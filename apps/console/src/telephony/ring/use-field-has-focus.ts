/* Not in its component's file, which exports only components: the test of the keys imports this. */
import { useSyncExternalStore } from 'react'
import { isField } from '../../keys/use-key.ts'

/** Dispatched by the game when it opens. */
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

/** True when a letter would be typed into a field; decides which of two keys a button shows. */
export function useFieldHasFocus(): boolean {
  return useSyncExternalStore(watch, () => isField(document.activeElement))
}

/**
 * The same for a digit, which an open game takes too. After the game closes, the other key is shown until the focus
 * moves; that key always works.
 */
export function useDigitsAreTaken(): boolean {
  return useSyncExternalStore(
    watch,
    () => isField(document.activeElement) || document.querySelector('[data-takes-digits]') !== null,
  )
}
