import { useSyncExternalStore } from 'react'
import { isField } from '../keys/use-key.ts'

function watch(changed: () => void) {
  document.addEventListener('focusin', changed)
  document.addEventListener('focusout', changed)
  return () => {
    document.removeEventListener('focusin', changed)
    document.removeEventListener('focusout', changed)
  }
}

/** Whether a single letter would be typed somewhere: which of two keys a button prints. */
export function useFieldHasFocus(): boolean {
  return useSyncExternalStore(watch, () => isField(document.activeElement))
}
