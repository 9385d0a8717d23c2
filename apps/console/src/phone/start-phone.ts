import { patiently } from '../ui/later.ts'

/** After the first screen stands; a caller who waits for a reloaded page does not wait much longer for it. */
const AFTER_FIRST_SCREEN_MS = 1200

/** Brings the telephone, once the first screen stands; returns how to give it up before it came. */
export function startPhoneSoon(): () => void {
  const timer = setTimeout(
    () => void patiently(() => import('./run-phone.ts')).then(({ runPhone }) => runPhone()),
    AFTER_FIRST_SCREEN_MS,
  )
  return () => clearTimeout(timer)
}
