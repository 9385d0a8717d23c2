import { useEffect, useState } from 'react'

/** When a dialog unmounts, the focus returns to its opener. */
export function useFocusReturn() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus()
    },
    [opener],
  )
}
