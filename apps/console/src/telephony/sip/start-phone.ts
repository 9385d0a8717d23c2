import { patiently } from '../../ui/later.ts'

/** After the first screen; short, because a call may wait for a reloaded page. */
const AFTER_FIRST_SCREEN_MS = 1200

/** Loads the telephone once the first screen is shown; returns a function that cancels it. */
export function startPhoneSoon(): () => void {
  const timer = setTimeout(
    () => void patiently(() => import('./run-phone.ts')).then(({ runPhone }) => runPhone()),
    AFTER_FIRST_SCREEN_MS,
  )
  return () => clearTimeout(timer)
}
