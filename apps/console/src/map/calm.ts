const calm = window.matchMedia('(prefers-reduced-motion: reduce)')

/** Whether the eye has asked for nothing that glides or fades. */
export function isCalm(): boolean {
  return calm.matches
}
